import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ServerPerson } from '../../../shared/contracts/administration.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatBytes, formatNumber } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { SearchField } from '../../ui/text-field.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import styles from './administration.module.css'
import { MoreButton } from './more-button.tsx'
import { people } from './queries.ts'
import { TableSkeleton } from './table-skeleton.tsx'
import { texts } from './texts.ts'

const { people: words } = texts

/** Panel of the accounts, newest first. The search is kept in the URL. */
export function PeoplePanel() {
  const [params, setParams] = useSearchParams()
  const q = params.get('q') ?? ''
  const list = useInfiniteQuery(people(q))
  const [text, setText] = useState(q)
  const search = (typed: string) => {
    setText(typed)
    setParams({ part: 'people', ...(typed.trim() && { q: typed.trim() }) }, { replace: true, preventScrollReset: true })
  }
  return (
    <div className={styles.panel}>
      <div className={styles.bar}>
        <SearchField label={words.search} value={text} maxLength={200} onChange={event => search(event.target.value)} />
        <p className={styles.count} role="status">
          {list.data && words.count(list.data.pages[0]?.total ?? 0)}
        </p>
      </div>
      <Loaded query={list} failed={words.failed} skeleton={<TableSkeleton />}>
        {({ pages }) =>
          pages.some(({ items }) => items.length > 0) ? (
            <>
              <Table label={words.tab} rows={pages.flatMap(({ items }) => items)} rowKey={({ id }) => id} columns={columns} />
              <MoreButton list={list} />
            </>
          ) : (
            <EmptyState title={words.noMatch} actions={<Button onClick={() => search('')}>{words.clear}</Button>} />
          )
        }
      </Loaded>
    </div>
  )
}

const columns: Column<ServerPerson>[] = [
  { id: 'name', header: words.person, cell: ({ name }) => name ?? <span className={styles.quiet}>{words.unnamed}</span> },
  {
    id: 'email',
    header: words.address,
    cell: ({ email, emailProved }) => (
      <>
        {email} {!emailProved && <span className={styles.quiet}>({words.unproved})</span>}
      </>
    )
  },
  {
    id: 'role',
    header: words.role,
    cell: ({ administrator, disabled }) => (
      <>
        {administrator ? <Badge tone="primary">{words.administrator}</Badge> : words.member}{' '}
        {disabled && <Badge tone="warn">{words.disabled}</Badge>}
      </>
    )
  },
  { id: 'projects', header: words.projects, number: true, stackedLabel: true, cell: ({ projectCount }) => formatNumber(projectCount) },
  { id: 'images', header: words.images, number: true, stackedLabel: true, cell: ({ imageBytes }) => formatBytes(imageBytes) },
  { id: 'models', header: words.models, number: true, stackedLabel: true, cell: ({ modelBytes }) => formatBytes(modelBytes) },
  { id: 'joined', header: words.joined, stackedLabel: true, cell: ({ createdAt }) => <Timestamp time={createdAt} show="day" /> },
  {
    id: 'last',
    header: words.lastSignIn,
    stackedLabel: true,
    cell: ({ lastSignInAt }) => (lastSignInAt ? <Timestamp time={lastSignInAt} /> : texts.never)
  }
]
