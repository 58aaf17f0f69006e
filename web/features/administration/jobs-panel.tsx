import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { ServerJob } from '../../../shared/contracts/administration.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatPercent } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { BareSelect } from '../../ui/select.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './administration.module.css'
import { MoreButton } from './more-button.tsx'
import { endJob, type JobsShown, jobs } from './queries.ts'
import { TableSkeleton } from './table-skeleton.tsx'
import { texts } from './texts.ts'

const { jobs: words } = texts

/** Panel of the running, waiting and failed jobs of all projects. Each job can be cancelled or retried, depending on its state. */
export function JobsPanel() {
  const [params, setParams] = useSearchParams()
  const state: JobsShown = params.get('jobs') === 'failed' ? 'failed' : 'open'
  const list = useInfiniteQuery(jobs(state))
  const choose = (value: string) =>
    setParams({ part: 'jobs', ...(value === 'failed' && { jobs: value }) }, { replace: true, preventScrollReset: true })
  return (
    <div className={styles.panel}>
      <div className={styles.bar}>
        <BareSelect
          label={words.shown}
          value={state}
          onChange={event => choose(event.target.value)}
          options={Object.entries(words.states).map(([value, label]) => ({ value, label }))}
        />
      </div>
      <Loaded query={list} failed={words.failed} skeleton={<TableSkeleton />}>
        {({ pages }) =>
          pages.some(({ items }) => items.length > 0) ? (
            <>
              <Table label={words.tab} rows={pages.flatMap(({ items }) => items)} rowKey={({ id }) => id} columns={columns} />
              <MoreButton list={list} />
            </>
          ) : (
            <EmptyState title={words.none[state].title}>
              <p>{words.none[state].about}</p>
            </EmptyState>
          )
        }
      </Loaded>
    </div>
  )
}

const nameOf = ({ kind, subject }: ServerJob) => [words.kinds[kind] ?? kind, subject].filter(Boolean).join(' · ')

function State({ job }: { job: ServerJob }) {
  if (job.state === 'failed') return <span className={styles.failure}>{job.failure ?? words.unknown}</span>
  if (job.state === 'waiting' || !job.total) return words[job.state === 'waiting' ? 'waiting' : 'running']
  const share = Math.min(1, job.done / job.total)
  return <ProgressBar label={words.running} share={share} value={formatPercent(share)} />
}

function Action({ job }: { job: ServerJob }) {
  const action = job.state === 'failed' ? 'retry' : 'cancel'
  const { mutate, isPending } = useMutation(endJob(action))
  return (
    <Button
      size="small"
      variant="quiet"
      busy={isPending}
      aria-label={words[`${action}Of`](nameOf(job))}
      onClick={() =>
        mutate(job.id, { onError: error => showToast({ tone: 'danger', title: words.refused, description: sentenceOf(error, '') }) })
      }
    >
      {words[action]}
    </Button>
  )
}

const columns: Column<ServerJob>[] = [
  { id: 'job', header: words.job, cell: nameOf },
  { id: 'project', header: words.project, cell: ({ projectTitle }) => projectTitle },
  { id: 'state', header: words.state, cell: job => <State job={job} /> },
  { id: 'created', header: words.created, stackedLabel: true, cell: ({ createdAt }) => <Timestamp time={createdAt} /> },
  { id: 'actions', header: '', srHeader: words.actions, cell: job => <Action job={job} /> }
]
