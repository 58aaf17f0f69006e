import { useInfiniteQuery } from '@tanstack/react-query'
import type { ProjectStorage, StorageState } from '../../../shared/contracts/administration.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatBytes, formatNumber } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Facts } from '../../ui/section.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import styles from './administration.module.css'
import { MoreButton } from './more-button.tsx'
import { storage } from './queries.ts'
import { TableSkeleton } from './table-skeleton.tsx'
import { texts } from './texts.ts'

const { storage: words } = texts

/** Panel of disk usage, with the projects ordered by the size of their images and models. */
export function StoragePanel() {
  const list = useInfiniteQuery(storage())
  return (
    <div className={styles.panel}>
      <Loaded query={list} failed={words.failed} skeleton={<TableSkeleton />}>
        {({ pages }) => {
          const projects = pages.flatMap(({ items }) => items)
          return (
            <>
              {pages[0] && <Facts facts={factsOf(pages[0])} />}
              {projects.length > 0 ? (
                <Table label={words.tab} rows={projects} rowKey={({ id }) => id} columns={columns} />
              ) : (
                <EmptyState title={words.none.title}>
                  <p>{words.none.about}</p>
                </EmptyState>
              )}
              <MoreButton list={list} />
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

const factsOf = ({ freeBytes, originalBytes, modelBytes, quotaBytes, databaseBytes }: StorageState) => [
  { name: words.free, value: formatBytes(freeBytes) },
  { name: words.originals, value: formatBytes(originalBytes) },
  { name: words.models, value: formatBytes(modelBytes) },
  { name: words.quota, value: quotaBytes === null ? words.noQuota : formatBytes(quotaBytes) },
  { name: words.database, value: formatBytes(databaseBytes) }
]

const columns: Column<ProjectStorage>[] = [
  {
    id: 'project',
    header: words.project,
    cell: ({ title, deletedAt }) => (
      <>
        {title} {deletedAt && <Badge tone="warn">{words.deleted}</Badge>}
      </>
    )
  },
  { id: 'size', header: words.size, number: true, stackedLabel: true, cell: ({ imageBytes }) => formatBytes(imageBytes) },
  { id: 'models', header: words.modelSize, number: true, stackedLabel: true, cell: ({ modelBytes }) => formatBytes(modelBytes) },
  { id: 'images', header: words.images, number: true, stackedLabel: true, cell: ({ imageCount }) => formatNumber(imageCount) },
  { id: 'members', header: words.members, number: true, stackedLabel: true, cell: ({ memberCount }) => formatNumber(memberCount) }
]
