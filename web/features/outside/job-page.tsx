import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import type { RunRequest, ScraperJob, ScraperRun } from '../../../shared/contracts/scraper.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { formatBytes, formatNumber, formatQuantity, formatTime } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Facts, Page, Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './outside.module.css'
import { cancelJob, isUnderWay, jobWith, logOf, removeJob, requestsOf, retryJob, runJob, runsOf, sources } from './queries.ts'
import { RunBadge } from './run-badge.tsx'
import { inboxOfRun, RunChanges } from './run-changes.tsx'
import { texts } from './texts.ts'

const { job: words } = texts

interface JobPageProps {
  projectId: string
  scraperJobId: string
  mayEdit: boolean
  isOwner: boolean
}

/** Page of a scraper job: its last run and all runs. Editors also see the changes, log and requests of a run. */
export function JobPage({ projectId, scraperJobId, mayEdit, isOwner }: JobPageProps) {
  const job = useQuery(jobWith(scraperJobId))
  return (
    <Loaded
      query={job}
      failed={words.failed}
      skeleton={
        <Page title={words.loading}>
          <SkeletonRows rows={8} height="2rem" label={words.loading} />
        </Page>
      }
    >
      {found => <OpenJob projectId={projectId} job={found} mayEdit={mayEdit} isOwner={isOwner} />}
    </Loaded>
  )
}

function OpenJob({ projectId, job, mayEdit, isOwner }: Omit<JobPageProps, 'scraperJobId'> & { job: ScraperJob }) {
  const runs = useQuery(runsOf(job.id))
  const [chosen, setChosen] = useState<string | null>(null)
  const refetch = runs.refetch
  const lastRunKey = `${job.lastRun?.id} ${job.lastRun?.state}`
  useEffect(() => void refetch(), [lastRunKey, refetch])
  const shown = runs.data?.find(({ id }) => id === chosen) ?? job.lastRun
  return (
    <Page
      title={job.name}
      description={job.words}
      actions={<Actions projectId={projectId} job={job} mayEdit={mayEdit} mayRun={job.hasAccount ? isOwner : mayEdit} />}
    >
      {job.hasAccount && mayEdit && !isOwner && <Note>{words.ownersOnly}</Note>}
      <Progress job={job} />
      <JobFacts job={job} />
      {runs.data && runs.data.length > 1 && (
        <Section title={words.runs}>
          <Table label={words.runs} columns={runColumns(projectId, setChosen)} rows={runs.data} rowKey={({ id }) => id} />
        </Section>
      )}
      {shown && mayEdit && (
        <RunChanges key={`changes of ${shown.id}`} {...{ projectId, job }} run={shown} isLast={shown.id === job.lastRun?.id} />
      )}
      {shown && mayEdit && <RunLog key={shown.id} job={job} run={shown} />}
    </Page>
  )
}

function Actions({ projectId, job, mayEdit, mayRun }: { projectId: string; job: ScraperJob; mayEdit: boolean; mayRun: boolean }) {
  const navigate = useNavigate()
  const [isRemoving, setRemoving] = useState(false)
  const onError = (error: unknown) => showToast({ tone: 'danger', title: words.notDone, description: sentenceOf(error, texts.refused) })
  const run = useMutation({ ...runJob(), onError })
  const cancel = useMutation({ ...cancelJob(), onError })
  const retry = useMutation({ ...retryJob(), onError })
  const remove = useMutation({ ...removeJob(), onError })
  const isFailed = job.state === 'failed' || job.state === 'cancelled'
  const review = job.counts.waiting > 0 && (
    <LinkButton variant="primary" to={`${projectPath(projectId, 'map/outside/inbox')}?job=${job.id}`}>
      {words.review}
    </LinkButton>
  )
  if (!mayRun) return mayEdit ? review : null
  if (isUnderWay(job))
    return (
      <Button busy={cancel.isPending} onClick={() => cancel.mutate(job.id)}>
        {words.cancel}
      </Button>
    )
  return (
    <>
      <Button variant="quiet" onClick={() => setRemoving(true)}>
        {words.delete}
      </Button>
      <LinkButton to={projectPath(projectId, `map/outside/jobs/${job.id}/edit`)}>{words.edit}</LinkButton>
      {isFailed && (
        <Button variant={review ? 'secondary' : 'primary'} busy={retry.isPending} onClick={() => retry.mutate(job.id)}>
          {words.retry}
        </Button>
      )}
      <Button variant={job.state === 'new' ? 'primary' : 'secondary'} busy={run.isPending} onClick={() => run.mutate(job.id)}>
        {job.state === 'new' ? words.runFirst : words.run}
      </Button>
      {review}
      <ConfirmDialog
        title={words.removeTitle(job.name)}
        confirm={words.delete}
        tone="danger"
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        onConfirm={async () => {
          await remove.mutateAsync(job.id)
          showToast({ tone: 'ok', title: words.removed(job.name) })
          void navigate(projectPath(projectId, 'map/outside'))
        }}
      >
        <p>{words.removeAbout}</p>
      </ConfirmDialog>
    </>
  )
}

function Progress({ job }: { job: ScraperJob }) {
  const { lastRun } = job
  if (!lastRun || !isUnderWay(job)) return null
  const { found, total } = lastRun
  return (
    <ProgressBar
      label={lastRun.sentence ?? (found === 0 ? words.starting : texts.runStates[job.state])}
      {...(total !== null && total > 0 && { share: Math.min(1, found / total) })}
      value={words.progress(found, total)}
    />
  )
}

function JobFacts({ job }: { job: ScraperJob }) {
  const { data } = useQuery(sources())
  const source = data?.items.find(({ kind }) => kind === job.source)
  const { lastRun } = job
  const facts = [
    { name: words.source, value: source ? `${source.title} (${source.hosts.join(', ')})` : job.source },
    ...(job.hasAccount ? [{ name: words.account, value: words.accountStored }] : []),
    {
      name: words.lastRun,
      value: lastRun ? (
        <>
          <RunBadge state={job.state} /> <Timestamp time={lastRun.finishedAt ?? lastRun.startedAt ?? lastRun.createdAt} alone />
          {lastRun.sentence && <span className={styles.about}>{lastRun.sentence}</span>}
        </>
      ) : (
        texts.runStates.new
      )
    },
    { name: words.schedule, value: job.scheduleWords ?? words.noSchedule },
    ...(job.nextAt ? [{ name: words.next, value: <Timestamp time={job.nextAt} alone /> }] : []),
    { name: words.inbox, value: words.counts(job.counts) }
  ]
  return (
    <>
      {job.restsSince && <Note>{words.rests}</Note>}
      <Facts facts={facts} />
    </>
  )
}

const count = (read: (run: ScraperRun) => number): Pick<Column<ScraperRun>, 'cell' | 'number' | 'stackedLabel'> => ({
  cell: run => formatNumber(read(run), 0),
  number: true,
  stackedLabel: true
})

/** Returns the column with the number of new, changed or gone records of a run, which links to these records. */
const linked = (projectId: string, change: 'new' | 'changed' | 'gone'): Pick<Column<ScraperRun>, 'cell' | 'number' | 'stackedLabel'> => ({
  cell: run =>
    run[change] > 0 ? <Link to={inboxOfRun(projectId, run, change)}>{formatNumber(run[change], 0)}</Link> : formatNumber(run[change], 0),
  number: true,
  stackedLabel: true
})

const runColumns = (projectId: string, onChoose: (runId: string) => void): Column<ScraperRun>[] => [
  {
    id: 'number',
    header: words.runNumber,
    cell: ({ id, number, createdAt }) => (
      <Button size="small" variant="quiet" onClick={() => onChoose(id)}>
        {words.showRun(number)} · {formatTime(createdAt)}
      </Button>
    )
  },
  { id: 'state', header: texts.jobs.state, cell: ({ state }) => <RunBadge state={state} /> },
  { id: 'found', header: words.found, ...count(run => run.found) },
  { id: 'new', header: words.new, ...linked(projectId, 'new') },
  { id: 'changed', header: words.changed, ...linked(projectId, 'changed') },
  { id: 'gone', header: words.gone, ...linked(projectId, 'gone') }
]

const requestColumns: Column<RunRequest>[] = [
  { id: 'address', header: words.address, cell: ({ url }) => <span className={styles.address}>{url}</span> },
  { id: 'status', header: words.status, cell: ({ status }) => status ?? words.noAnswer, stackedLabel: true },
  { id: 'size', header: words.size, cell: ({ bytes }) => formatBytes(bytes), number: true },
  { id: 'time', header: words.time, cell: ({ milliseconds }) => formatQuantity(milliseconds, 'ms', 0), number: true }
]

function RunLog({ job, run }: { job: ScraperJob; run: ScraperRun }) {
  const [showsRequests, setShowsRequests] = useState(false)
  const log = useQuery({ ...logOf(job.id, run.id), refetchInterval: isUnderWay(run) ? 1500 : false })
  const requests = useQuery({ ...requestsOf(job.id, run.id), enabled: showsRequests })
  const refetch = log.refetch
  useEffect(() => void refetch(), [run.state, refetch])
  return (
    <Section title={words.log(run.number)}>
      <Loaded query={log} failed={words.failed} skeleton={<SkeletonRows rows={4} label={words.loading} />}>
        {lines =>
          lines.length === 0 ? (
            <p className={styles.quiet}>{words.noLog}</p>
          ) : (
            <ol className={styles.log}>
              {lines.map(({ number, at, level, sentence }) => (
                <li key={number} className={styles.line}>
                  <time dateTime={at} data-tip={formatTime(at, true)}>
                    {at.slice(11, 19)}
                  </time>
                  <span className={level === 'info' ? undefined : styles[level]}>{sentence}</span>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
      <details className={styles.details} onToggle={event => setShowsRequests(event.currentTarget.open)}>
        <summary>{words.requests}</summary>
        <div>
          {requests.data &&
            (requests.data.length > 0 ? (
              <Table label={words.requests} columns={requestColumns} rows={requests.data} rowKey={({ number }) => String(number)} />
            ) : (
              <p className={styles.quiet}>{words.noRequests}</p>
            ))}
        </div>
      </details>
    </Section>
  )
}
