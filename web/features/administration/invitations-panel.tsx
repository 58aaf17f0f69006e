import { useInfiniteQuery } from '@tanstack/react-query'
import type { OpenLink } from '../../../shared/contracts/administration.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import styles from './administration.module.css'
import { MoreButton } from './more-button.tsx'
import { openLinks } from './queries.ts'
import { TableSkeleton } from './table-skeleton.tsx'
import { texts } from './texts.ts'

const { invitations: words } = texts

/** Panel of the open invitations to projects and to the server. */
export function InvitationsPanel() {
  const list = useInfiniteQuery(openLinks())
  return (
    <div className={styles.panel}>
      <Loaded query={list} failed={words.failed} skeleton={<TableSkeleton />}>
        {({ pages }) =>
          pages.some(({ items }) => items.length > 0) ? (
            <>
              <Table label={words.tab} rows={pages.flatMap(({ items }) => items)} rowKey={({ id }) => id} columns={columns} />
              <MoreButton list={list} />
            </>
          ) : (
            <EmptyState title={words.none.title}>
              <p>{words.none.about}</p>
            </EmptyState>
          )
        }
      </Loaded>
    </div>
  )
}

const columns: Column<OpenLink>[] = [
  { id: 'to', header: words.to, cell: ({ project }) => project?.title ?? words.server },
  { id: 'role', header: words.role, stackedLabel: true, cell: ({ role }) => role ?? '–' },
  { id: 'for', header: words.for, stackedLabel: true, cell: ({ email }) => email ?? words.anyone },
  { id: 'by', header: words.by, stackedLabel: true, cell: ({ invitedBy }) => invitedBy ?? words.terminal },
  { id: 'joined', header: words.joined, number: true, stackedLabel: true, cell: ({ uses }) => formatNumber(uses) },
  { id: 'created', header: words.created, stackedLabel: true, cell: ({ createdAt }) => <Timestamp time={createdAt} show="day" /> },
  { id: 'expires', header: words.expires, stackedLabel: true, cell: ({ expiresAt }) => <Timestamp time={expiresAt} show="day" /> }
]
