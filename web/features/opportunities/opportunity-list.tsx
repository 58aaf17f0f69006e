import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import type { CareerStage, OpportunityKind } from '../../../shared/contracts/opportunities.ts'
import { LazyGround } from '../../charts/lazy-ground.tsx'
import { Chip } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CalendarIcon, PlusIcon, ProfileIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/section.tsx'
import { BareSelect } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { SearchField } from '../../ui/text-field.tsx'
import { useNewestParams } from '../../ui/use-newest-params.ts'
import { CardList } from './card-list.tsx'
import styles from './opportunities.module.css'
import { type OpportunityFilter, opportunities } from './queries.ts'
import { careerStages, kinds, texts } from './texts.ts'

const { list: words } = texts

const OpportunityForm = lazy(() => import('./opportunity-form.tsx').then(module => ({ default: module.OpportunityForm })))
const OpportunityCalendar = lazy(() =>
  import('./calendar/opportunity-calendar.tsx').then(module => ({ default: module.OpportunityCalendar }))
)
const ProfileDialog = lazy(() => import('./profile/profile-dialog.tsx').then(module => ({ default: module.ProfileDialog })))
const FeedsDialog = lazy(() => import('./feeds/feeds-dialog.tsx').then(module => ({ default: module.FeedsDialog })))

const views: Record<string, OpportunityFilter> = {
  ...{ open: {}, closed: { open_only: false, closed_only: true }, saved: { saved: true }, mine: { mine: true } },
  moderation: { moderation: true }
}

type Sort = NonNullable<OpportunityFilter['sort']>

function filterOf(params: URLSearchParams): OpportunityFilter {
  const [q, kind, region, sort] = [params.get('q'), params.get('kind'), params.get('region'), params.get('sort')]
  const [taxon, career] = [params.get('taxon'), params.get('career')]
  return {
    ...(q && { q }),
    ...(kind && Object.hasOwn(kinds, kind) && { kind: kind as OpportunityKind }),
    ...(region && { region }),
    ...(taxon && { taxon }),
    ...(career && Object.hasOwn(careerStages, career) && { career: career as CareerStage }),
    ...(sort && Object.hasOwn(words.sorts, sort) && { sort: sort as Sort })
  }
}

/** Opportunities on this server, as a list or a calendar. View and filters are kept in the URL. */
// Long: one list with all its states.
export function OpportunityList({ isModerator }: { isModerator: boolean }) {
  const [params, write] = useNewestParams()
  const [open, setOpen] = useState<'post' | 'fits' | 'feeds' | null>(null)
  /** Number of times the filters were cleared. It is the key of the search field, which keeps its own text and is remounted each time. */
  const [cleared, setCleared] = useState(0)
  const requested = params.get('view') ?? 'open'
  const view = Object.hasOwn(words.views, requested) ? requested : 'open'
  const set = (name: string, value: string) => write(next => (value ? next.set(name, value) : next.delete(name)))
  const close = () => setOpen(null)
  const clear = () => {
    write(
      next => {
        for (const name of [...next.keys()]) if (name !== 'view') next.delete(name)
      },
      { replace: false } // Back returns to the filters
    )
    setCleared(cleared + 1)
  }
  const post = (
    <Button variant="primary" icon={<PlusIcon aria-hidden />} onClick={() => setOpen('post')}>
      {words.post}
    </Button>
  )
  return (
    <Page
      title={words.title}
      description={words.description}
      actions={
        <>
          <Button variant="quiet" icon={<ProfileIcon aria-hidden />} onClick={() => setOpen('fits')}>
            {words.fits}
          </Button>
          <Button variant="quiet" icon={<CalendarIcon aria-hidden />} onClick={() => setOpen('feeds')}>
            {words.subscribe}
          </Button>
          {post}
        </>
      }
    >
      <div className={styles.head}>
        <nav aria-label={words.view} className={styles.views}>
          {Object.entries(words.views)
            .filter(([name]) => name !== 'moderation' || isModerator)
            .map(([name, label]) => (
              <Link
                key={name}
                to={addressOf(params, name)}
                aria-current={name === view ? 'page' : undefined}
                className={styles.view}
                replace
              >
                {label}
              </Link>
            ))}
        </nav>
        <Filters key={cleared} params={params} view={view} onSet={set} />
      </div>
      {view === 'calendar' ? (
        <Suspense fallback={<SkeletonRows rows={6} height="5rem" label={words.loading} />}>
          <OpportunityCalendar filter={filterOf(params)} month={params.get('month')} onMonth={month => set('month', month)} />
        </Suspense>
      ) : (
        <Found filter={{ ...filterOf(params), ...views[view] }} view={view} post={post} onClear={clear} />
      )}
      <Suspense fallback={null}>
        {open === 'post' && <OpportunityForm opportunity={null} onClose={close} />}
        {open === 'fits' && <ProfileDialog onClose={close} />}
        {open === 'feeds' && <FeedsDialog filter={filterOf(params)} onClose={close} />}
      </Suspense>
    </Page>
  )
}

function addressOf(params: URLSearchParams, view: string): string {
  const next = new URLSearchParams(params)
  next.delete('month')
  if (view === 'open') next.delete('view')
  else next.set('view', view)
  return `?${next}`
}

interface FoundProps {
  filter: OpportunityFilter
  view: string
  post: React.ReactNode
  onClear: () => void
}

function Found({ filter, view, post, onClear }: FoundProps) {
  const found = useInfiniteQuery(opportunities(filter))
  const items = found.data?.pages.flatMap(page => page.items) ?? []
  const isFiltered = Boolean(filter.q || filter.kind || filter.region || filter.taxon || filter.career)
  return (
    <Loaded query={found} failed={words.failed} skeleton={<SkeletonRows rows={6} height="4.5rem" label={words.loading} />}>
      {({ pages }) =>
        items.length > 0 ? (
          <>
            <p className={styles.count} role="status">
              {words.count(pages[0]?.total ?? 0)}
            </p>
            <CardList items={items} isGrouped={view === 'open' && filter.sort === undefined} />
            {found.hasNextPage && (
              <Button className={styles.more} busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
                {words.more}
              </Button>
            )}
          </>
        ) : isFiltered ? (
          <EmptyState title={words.noMatch} actions={<Button onClick={onClear}>{words.clear}</Button>} />
        ) : view === 'open' ? (
          <EmptyState title={words.emptyTitle} ground={<LazyGround seed="opportunities" />} actions={post}>
            <p>{words.emptyAbout}</p>
          </EmptyState>
        ) : (
          <EmptyState title={words.noneYet[view] ?? words.noMatch}>{view === 'saved' && <p>{words.savedAbout}</p>}</EmptyState>
        )
      }
    </Loaded>
  )
}

interface FiltersProps {
  params: URLSearchParams
  view: string
  onSet: (name: string, value: string) => void
}

function Filters({ params, view, onSet }: FiltersProps) {
  const options = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))
  const [region, taxon] = [params.get('region'), params.get('taxon')]
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
        label={words.career}
        value={params.get('career') ?? ''}
        onChange={event => onSet('career', event.target.value)}
        options={[{ value: '', label: words.anyCareer }, ...options(careerStages)]}
      />
      <TaxonField onTaxon={name => onSet('taxon', name)} />
      {view === 'open' && (
        <BareSelect
          label={words.sort}
          value={params.get('sort') ?? 'deadline'}
          onChange={event => onSet('sort', event.target.value === 'deadline' ? '' : event.target.value)}
          options={options(words.sorts)}
        />
      )}
      {region && (
        <Chip removeLabel={words.noRegion} onRemove={() => onSet('region', '')}>
          {words.region(region)}
        </Chip>
      )}
      {taxon && (
        <Chip removeLabel={words.noTaxon} onRemove={() => onSet('taxon', '')}>
          {words.taxon(taxon)}
        </Chip>
      )}
    </search>
  )
}

/** Field that filters by a taxon when Enter is pressed. The filter is shown as a chip. */
function TaxonField({ onTaxon }: { onTaxon: (taxon: string) => void }) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const taxon = String(new FormData(event.currentTarget).get('taxon') ?? '').trim()
    if (taxon === '') return
    onTaxon(taxon)
    event.currentTarget.reset()
  }
  return (
    <form onSubmit={send}>
      <SearchField label={words.findTaxon} name="taxon" maxLength={100} autoComplete="off" />
    </form>
  )
}
