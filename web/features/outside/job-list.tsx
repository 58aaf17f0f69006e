import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import type { ScraperJob } from '../../../shared/contracts/scraper.ts'
import { LazyGround } from '../../charts/lazy-ground.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import type { DraftStart } from './job-form.tsx'
import styles from './outside.module.css'
import { jobsOf, sources } from './queries.ts'
import { RunBadge } from './run-badge.tsx'
import { texts } from './texts.ts'

const { jobs: words } = texts

/** List of the scraper jobs of a project. */
export function JobList({ projectId, mayEdit }: { projectId: string; mayEdit: boolean }) {
  const jobs = useQuery(jobsOf(projectId))
  const known = useQuery(sources())
  const add = (
    <LinkButton variant="primary" icon={<PlusIcon aria-hidden />} to={projectPath(projectId, 'map/outside/jobs/new')}>
      {words.add}
    </LinkButton>
  )
  const hasAny = jobs.data !== undefined && jobs.data.length > 0
  return (
    <Page title={words.title} description={words.description} actions={mayEdit && hasAny && add}>
      {known.data?.isOffline && <Note>{words.offline}</Note>}
      <Loaded query={jobs} failed={words.failed} skeleton={<SkeletonRows rows={5} height="2.75rem" label={words.loading} />}>
        {list =>
          list.length > 0 ? (
            <Table label={words.table} columns={columnsOf(projectId)} rows={list} rowKey={({ id }) => id} />
          ) : (
            <EmptyState title={words.emptyTitle} ground={<LazyGround seed="outside" />} actions={mayEdit && add}>
              <p>{words.emptyAbout}</p>
              {mayEdit ? <Examples projectId={projectId} /> : <p>{words.readOnly}</p>}
            </EmptyState>
          )
        }
      </Loaded>
    </Page>
  )
}

function Examples({ projectId }: { projectId: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for one form
    <div className={styles.examples} role="group" aria-label={words.examples}>
      <span className={styles.quiet}>{words.examples}</span>
      {texts.examples.map(example => (
        <LinkButton
          key={example.name}
          size="small"
          to={projectPath(projectId, 'map/outside/jobs/new')}
          state={example satisfies DraftStart}
        >
          {example.name}
        </LinkButton>
      ))}
    </div>
  )
}

const columnsOf = (projectId: string): Column<ScraperJob>[] => [
  {
    id: 'job',
    header: words.job,
    cell: ({ id, name, words: query, scheduleWords, restsSince }) => (
      <>
        <Link className={styles.name} to={projectPath(projectId, `map/outside/jobs/${id}`)}>
          {name}
        </Link>
        <span className={styles.about}>{query}</span>
        {scheduleWords && (
          <span className={styles.about}>
            {words.by(scheduleWords)}
            {restsSince && ` (${words.rests})`}
          </span>
        )}
      </>
    )
  },
  { id: 'state', header: words.state, cell: ({ state }) => <RunBadge state={state} /> },
  {
    id: 'lastRun',
    header: words.lastRun,
    cell: ({ lastRun }) => (lastRun ? <Timestamp time={lastRun.finishedAt ?? lastRun.createdAt} /> : words.never)
  },
  { id: 'waiting', header: words.waiting, cell: ({ counts }) => formatNumber(counts.waiting, 0), number: true, stackedLabel: true },
  { id: 'accepted', header: words.accepted, cell: ({ counts }) => formatNumber(counts.accepted, 0), number: true, stackedLabel: true }
]
