import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { project, projectsList } from '../../features/projects/queries.ts'
import { mayEdit } from '../../features/projects/words.ts'
import { CatalogScreen } from '../../features/taxonomy/catalog-screen.tsx'
import { isAwaited } from '../../ui/loaded.tsx'

export function Component() {
  const { projectId = '' } = useParams()
  const shown = useQuery(project(projectId))
  const { data: projects } = useQuery(projectsList())
  const otherProjects = useMemo(
    () => (projects?.projects ?? []).filter(({ id }) => id !== projectId).map(({ id, title }) => ({ id, title })),
    [projects, projectId]
  )
  return (
    <CatalogScreen
      key={projectId}
      projectId={projectId}
      projectTitle={shown.data?.title ?? ''}
      isAwaited={isAwaited(shown)}
      mayEdit={shown.data !== undefined && mayEdit(shown.data)}
      otherProjects={otherProjects}
    />
  )
}
