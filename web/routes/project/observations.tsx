import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router-dom'
import { ObservationsPage } from '../../features/observations/observations-page.tsx'
import { OutsideFrame } from '../../features/outside/frame.tsx'
import { project as projectQuery } from '../../features/projects/queries.ts'
import { mayEdit } from '../../features/projects/words.ts'
import { sitesOf } from '../../features/sites/queries.ts'
import { labelOutline } from '../../features/taxonomy/queries.ts'

/** Observations of a project. The page loads the labels and sites that their form offers. */
export function Component() {
  const { projectId = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const project = useQuery(projectQuery(projectId))
  const labels = useQuery(labelOutline(projectId))
  const sites = useQuery(sitesOf(projectId))
  const facts = { projectId, mayEdit: project.data !== undefined && mayEdit(project.data) }
  return (
    <OutsideFrame {...facts}>
      <ObservationsPage
        key={projectId}
        {...facts}
        labels={labels.data?.labels ?? []}
        sites={sites.data?.sites ?? []}
        shownId={params.get('observation')}
        onShowAll={() => setParams({}, { replace: true })}
      />
    </OutsideFrame>
  )
}
