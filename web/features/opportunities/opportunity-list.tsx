import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { Opportunity, OpportunityKind } from '../../../shared/contracts/opportunities.ts'
import { LazyGround } from '../../charts/lazy-ground.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/section.tsx'
import { BareSelect } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { SearchField } from '../../ui/text-field.tsx'
import { closingWords, shownDeadline, statedWords } from './deadline-words.ts'
import styles from './opportunities.module.css'
import { type OpportunityFilter, opportunities } from './queries.ts'
import { SaveButton } from './save-button.tsx'
import { kinds, texts } from './texts.ts'

const { list: words } = texts

const OpportunityForm = lazy(() => import('./opportunity-form.tsx').then(module => ({ default: module.OpportunityForm })))

const views: Record<string, OpportunityFilter> = { open: {}, all: { open_only: false }, saved: { saved: true }, mine: { mine: true } }

const filterOf = (params: URLSearchParams): OpportunityFilter => {
  const [q, kind] = [params.get('q'), params.get('kind')]
  return { ...views[params.get('view') ?? 'open'], ...(q && { q }), ...(kind && { kind: kind as OpportunityKind }) }
}

/** Opportunities on this server. Filters are in the address. */
export function OpportunityList() {
  const [params, setParams] = useSearchParams()
  const found = useInfiniteQuery(opportunities(filterOf(params)))
  const [isPosting, setPosting] = useState(false)
  const isFiltered = ['q', 'kind', 'view'].some(name => params.has(name))
  const items = found.data?.pages.flatMap(page => page.items) ?? []
  const post = (
    <Button variant="primary" icon={<PlusIcon aria-hidden />} onClick={() => setPosting(true)}>
      {words.post}
    </Button>
  )
  const set = (name: string, value: string) =>
    setParams(
      before => {
        if (value) before.set(name, value)
        else before.delete(name)
        return before
      },
      { replace: true, preventScrollReset: true }
    )
  return (
    <Page title={words.title} description={words.description} actions={(items.length > 0 || isFiltered) && post}>
      {(items.length > 0 || isFiltered) && <Filters params={params} onSet={set} />}
      <Loaded query={found} failed={words.failed} skeleton={<SkeletonRows rows={6} height="3.5rem" label={words.loading} />}>
        {({ pages }) =>
          items.length > 0 ? (
            <>
              <p className={styles.count} role="status">
                {words.count(pages[0]?.total ?? 0)}
              </p>
              <ul className={styles.list} aria-label={words.title}>
                {items.map(item => (
                  <Item key={item.id} item={item} />
                ))}
              </ul>
              {found.hasNextPage && (
                <Button className={styles.more} busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
                  {words.more}
                </Button>
              )}
            </>
          ) : isFiltered ? (
            <EmptyState title={words.noMatch} actions={<Button onClick={() => setParams({})}>{words.clear}</Button>} />
          ) : (
            <EmptyState title={words.emptyTitle} ground={<LazyGround seed="opportunities" />} actions={post}>
              <p>{words.emptyAbout}</p>
            </EmptyState>
          )
        }
      </Loaded>
      {isPosting && (
        <Suspense fallback={null}>
          <OpportunityForm opportunity={null} onClose={() => setPosting(false)} />
        </Suspense>
      )}
    </Page>
  )
}

function Filters({ params, onSet }: { params: URLSearchParams; onSet: (name: string, value: string) => void }) {
  const options = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))
  return (
    <search className={styles.filters}>
      <SearchField
        label={words.search}
        defaultValue={params.get('q') ?? ''}
        maxLength={200}
        onChange={event => onSet('q', event.target.value.trim())}
      />
      <BareSelect
        label={words.kind}
        value={params.get('kind') ?? ''}
        onChange={event => onSet('kind', event.target.value)}
        options={[{ value: '', label: words.anyKind }, ...options(kinds)]}
      />
      <BareSelect
        label={words.view}
        value={params.get('view') ?? 'open'}
        onChange={event => onSet('view', event.target.value === 'open' ? '' : event.target.value)}
        options={options(words.views)}
      />
    </search>
  )
}

function Item({ item }: { item: Opportunity }) {
  const { id, kind, title, summary, organization, place, state, isOpen, berth } = item
  const deadline = shownDeadline(item)
  const ship = berth && [berth.ship, berth.embarkPort, berth.embarkOn].filter(Boolean).join(' · ')
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <h2 className={styles.title}>
          <Link to={`/opportunities/${id}`}>{title}</Link>
        </h2>
        <p className={styles.quiet}>
          <Badge tone={kind === 'berth' ? 'primary' : 'neutral'}>{kinds[kind]}</Badge>{' '}
          {state !== 'published' && <Badge tone="warn">{texts.page.states[state]}</Badge>}{' '}
          {state === 'published' && !isOpen && <Badge>{texts.page.closed}</Badge>} {[organization, place, ship].filter(Boolean).join(' · ')}
        </p>
        {summary && <p className={styles.summary}>{summary}</p>}
      </div>
      <div className={styles.due}>
        <strong>{closingWords(item)}</strong>
        {deadline && <span className={styles.quiet}>{statedWords(deadline)}</span>}
      </div>
      <SaveButton opportunity={item} />
    </li>
  )
}
