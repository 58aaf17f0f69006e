import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import { DatasetsPage } from '../../features/outside/datasets-page.tsx'
import { OutsideFrame } from '../../features/outside/frame.tsx'
import { Inbox } from '../../features/outside/inbox.tsx'
import { EditJob, NewJob } from '../../features/outside/job-form.tsx'
import { JobList } from '../../features/outside/job-list.tsx'
import { JobPage } from '../../features/outside/job-page.tsx'
import { RulesPage } from '../../features/outside/rules-page.tsx'
import { useFollowedOutside } from '../../features/outside/use-followed-outside.ts'
import { project as projectQuery } from '../../features/projects/queries.ts'
import { mayEdit } from '../../features/projects/words.ts'
import { Redirect } from '../../ui/redirect.tsx'

/** Outside data of a project: jobs, one job, or the inbox. */
export function Component() {
  const { projectId = '', '*': rest = '' } = useParams()
  const project = useQuery(projectQuery(projectId))
  useFollowedOutside(projectId)
  const facts = { projectId, mayEdit: project.data !== undefined && mayEdit(project.data) }
  const isOwner = project.data?.role === 'owner'
  const [, jobId, isEdited] = /^jobs\/([^/]+)(\/edit)?$/.exec(rest) ?? []
  if (rest === 'jobs') return <Redirect to={projectPath(projectId, 'map/outside')} />
  return <OutsideFrame {...facts}>{screen()}</OutsideFrame>

  function screen() {
    if (rest === 'inbox') return <Inbox {...facts} />
    if (rest === 'rules') return <RulesPage projectId={projectId} mayOwn={isOwner} />
    if (rest === 'datasets') return <DatasetsPage projectId={projectId} />
    if (!jobId) return <JobList {...facts} />
    if (jobId === 'new') return <NewJob projectId={projectId} isOwner={isOwner} />
    return isEdited ? (
      <EditJob projectId={projectId} scraperJobId={jobId} />
    ) : (
      <JobPage key={jobId} scraperJobId={jobId} isOwner={isOwner} {...facts} />
    )
  }
}
