import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { projectPath } from '../../../../shared/addresses.ts'
import type { ModelVersion } from '../../../../shared/contracts/ai-models.ts'
import { LazyGround } from '../../../charts/lazy-ground.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Page } from '../../../ui/section.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import styles from '../ai.module.css'
import { ToOverview } from '../overview.tsx'
import { modelsOf } from '../queries.ts'
import { texts } from '../texts.ts'
import { reportWords } from '../words.ts'

const { models: words } = texts

const UploadedList = lazy(() => import('../uploaded/uploaded-list.tsx').then(module => ({ default: module.UploadedList })))

/** Table of the model versions of a project, newest first. */
export function ModelList({ projectId }: { projectId: string }) {
  const models = useQuery(modelsOf(projectId))
  return (
    <Page title={words.title} description={words.description}>
      <Loaded query={models} failed={words.failed} skeleton={<SkeletonRows rows={4} height="2.75rem" label={words.loading} />}>
        {list =>
          list.length > 0 ? (
            <Table label={words.table} columns={columnsOf(projectId)} rows={list} rowKey={({ id }) => id} />
          ) : (
            <EmptyState title={words.emptyTitle} ground={<LazyGround seed="ai-models" />} actions={<ToOverview projectId={projectId} />}>
              <p>{words.emptyAbout}</p>
            </EmptyState>
          )
        }
      </Loaded>
      <Suspense fallback={null}>
        <UploadedList projectId={projectId} />
      </Suspense>
    </Page>
  )
}

const columnsOf = (projectId: string): Column<ModelVersion>[] => [
  {
    id: 'version',
    header: words.version,
    cell: ({ id, number, method, task, isPromoted }) => (
      <>
        <Link className={styles.name} to={projectPath(projectId, `ai/models/${id}`)}>
          {texts.runs.version(number)}
        </Link>{' '}
        {isPromoted && <Badge tone="ok">{words.promoted}</Badge>}
        <span className={styles.quiet}>
          {texts.overview.tasks[task].name} · {texts.methods[method]}
        </span>
      </>
    )
  },
  {
    id: 'accuracy',
    header: words.accuracy,
    cell: ({ accuracy, testedCount: count }) => (accuracy ? reportWords({ accuracy, count }) : words.notTested),
    stackedLabel: true
  },
  { id: 'labels', header: words.labels, cell: ({ labelCount }) => formatNumber(labelCount, 0), number: true, stackedLabel: true },
  {
    id: 'groups',
    header: words.groups,
    cell: ({ groupCount, unit }) => `${formatNumber(groupCount, 0)} ${texts.units[unit]}`,
    number: true,
    stackedLabel: true
  },
  { id: 'learnt', header: words.learnt, cell: ({ createdAt }) => <Timestamp time={createdAt} /> }
]
