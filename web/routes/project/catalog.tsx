import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { project, projectsList } from '../../features/projects/queries.ts'
import { mayEdit } from '../../features/projects/words.ts'
import { CatalogScreen } from '../../features/taxonomy/catalog-screen.tsx'

export function Component() {
  const { projectId = '' } = useParams()
  const { data: shown, isPending } = useQuery(project(projectId))
  const { data: projects } = useQuery(projectsList())
  const otherProjects = useMemo(
    () => (projects?.projects ?? []).filter(({ id }) => id !== projectId).map(({ id, title }) => ({ id, title })),
    [projects, projectId]
  )
  return (
    <CatalogScreen
      key={projectId}
      projectId={projectId}
      projectTitle={shown?.title ?? ''}
      mayEdit={isPending ? null : shown !== undefined && mayEdit(shown)}
      otherProjects={otherProjects}
    />
  )
}
