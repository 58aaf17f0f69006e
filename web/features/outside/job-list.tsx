import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import type { ScraperJob } from '../../../shared/contracts/scraper.ts'
import { LazyGround } from '../../charts/lazy-ground.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { type DraftStart, NewJobDialog } from './new-job-dialog.tsx'
import styles from './outside.module.css'
import { jobsOf, sources } from './queries.ts'
import { RunBadge } from './run-badge.tsx'
import { texts } from './texts.tsx'

const { jobs: words } = texts

/** Scraper jobs of a project. */
export function JobList({ projectId, mayEdit }: { projectId: string; mayEdit: boolean }) {
  const jobs = useQuery(jobsOf(projectId))
  const known = useQuery(sources())
  const [start, setStart] = useState<DraftStart | null>(null)
  const add = (
    <Button variant="primary" icon={<PlusIcon aria-hidden />} onClick={() => setStart({})}>
      {words.add}
    </Button>
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
              {mayEdit ? <Examples onChoose={setStart} /> : <p>{words.readOnly}</p>}
            </EmptyState>
          )
        }
      </Loaded>
      {start && known.data && (
        <NewJobDialog
          projectId={projectId}
          sources={known.data.items}
          isOffline={known.data.isOffline}
          start={start}
          onClose={() => setStart(null)}
        />
      )}
    </Page>
  )
}

function Examples({ onChoose }: { onChoose: (start: DraftStart) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for one form
    <div className={styles.examples} role="group" aria-label={words.examples}>
      <span className={styles.quiet}>{words.examples}</span>
      {texts.examples.map(example => (
        <Button key={example.name} size="small" onClick={() => onChoose(example)}>
          {example.name}
        </Button>
      ))}
    </div>
  )
}

const columnsOf = (projectId: string): Column<ScraperJob>[] => [
  {
    id: 'job',
    header: words.job,
    cell: ({ id, name, words: query }) => (
      <>
        <Link className={styles.name} to={projectPath(projectId, `map/outside/jobs/${id}`)}>
          {name}
        </Link>
        <span className={styles.about}>{query}</span>
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
