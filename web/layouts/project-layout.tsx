import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { project } from '../features/projects/queries.ts'
import { RequireSession } from './guards.tsx'
import { Shell } from './shell.tsx'

/** Frame of the screens inside a project. */
export function Component() {
  return (
    <RequireSession otherwise="/auth">
      <ProjectFrame />
    </RequireSession>
  )
}

function ProjectFrame() {
  const { projectId = '' } = useParams()
  const { data } = useQuery(project(projectId))
  return <Shell project={{ id: projectId, title: data?.title }} />
}
