import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Observation, ObservationFilter, ObservationOrigin } from '../../../shared/contracts/observations.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { useChanges } from '../../api/use-changes.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/section.tsx'
import { BareSelect } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { SearchField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ObservationForm } from './observation-form.tsx'
import styles from './observations.module.css'
import { observationOf, observationsOf, refreshObservations, removeObservation, restoreObservation } from './queries.ts'
import type { Named } from './read-form.ts'
import { saveObservations } from './save-observations.ts'
import { importTexts, texts } from './texts.ts'

const { list: words } = texts
const ImportDialog = lazy(() => import('./import-dialog.tsx'))
const HistoryDialog = lazy(() => import('./history-dialog.tsx'))

interface ObservationsPageProps {
  projectId: string
  mayEdit: boolean
  labels: readonly Named[]
  sites: readonly Named[]
  /** Id of the observation shown above the list; null for none. */
  shownId: string | null
  onShowAll: () => void
}

/** Page of a project's observations, with the form for editors. */
// Long: the form, and the list with all its states.
export function ObservationsPage({ projectId, mayEdit, labels, sites, shownId, onShowAll }: ObservationsPageProps) {
  const client = useQueryClient()
  const [q, setQ] = useState('')
  const [origin, setOrigin] = useState<ObservationOrigin | ''>('')
  const [changed, setChanged] = useState<Observation | null>(null)
  const [isImporting, setImporting] = useState(false)
  const [remembered, setRemembered] = useState<Observation | null>(null)
  const filter: ObservationFilter = { ...(q.trim() && { q: q.trim() }), ...(origin && { origin }) }
  const found = useInfiniteQuery(observationsOf(projectId, filter))
  const remove = useMutation(removeObservation(projectId))
  useChanges(projectId, 'observations', () => void refreshObservations(client, projectId))
  const isFiltered = Object.keys(filter).length > 0

  async function removeOne({ id, name }: Observation) {
    try {
      await remove.mutateAsync(id)
      setChanged(now => (now?.id === id ? null : now))
      showToast({ tone: 'ok', title: words.removed(name), action: { label: words.undo, onAction: () => void bringBack(id, name) } })
    } catch (error) {
      showToast({ tone: 'danger', title: words.notRemoved(name), description: sentenceOf(error, words.refused) })
    }
  }

  async function bringBack(id: string, name: string) {
    try {
      await restoreObservation(id)
      await refreshObservations(client, projectId)
    } catch (error) {
      showToast({ tone: 'danger', title: words.notRestored(name), description: sentenceOf(error, words.refused) })
    }
  }

  const edits = mayEdit ? { onChange: setChanged, onRemove: (each: Observation) => void removeOne(each) } : null
  const columns = [...facts, actions(setRemembered, edits)]
  return (
    <Page title={texts.title} description={texts.description}>
      <div className={mayEdit ? styles.columns : undefined}>
        {mayEdit && (
          <ObservationForm
            key={changed ? `${changed.id} ${changed.revision}` : 'new'}
            {...{ projectId, labels, sites }}
            before={changed}
            onEnd={() => setChanged(now => (now?.id === changed?.id ? null : now))}
          />
        )}
        <div className={styles.list}>
          {shownId !== null && <One projectId={projectId} id={shownId} columns={columns} onShowAll={onShowAll} />}
          <div className={styles.bar}>
            <SearchField label={words.search} value={q} onChange={event => setQ(event.target.value)} />
            <BareSelect
              label={words.origin}
              value={origin}
              onChange={event => setOrigin(event.target.value as ObservationOrigin | '')}
              options={[
                { value: '', label: words.all },
                { value: 'own', label: words.own },
                { value: 'outside', label: words.outside }
              ]}
            />
            <Button onClick={() => void saveObservations(projectId, filter)}>{words.exportTable}</Button>
            {mayEdit && <Button onClick={() => setImporting(true)}>{importTexts.open}</Button>}
          </div>
          <Loaded query={found} failed={words.failed} skeleton={<SkeletonRows rows={6} height="2.5rem" label={words.loading} />}>
            {({ pages }) => {
              const rows = pages.flatMap(({ items }) => items)
              if (rows.length > 0)
                return (
                  <>
                    <p className={styles.quiet} role="status">
                      {words.total(formatNumber(pages[0]?.total ?? rows.length, 0))}
                    </p>
                    <Table label={words.label} columns={columns} rows={rows} rowKey={({ id }) => id} />
                    {found.hasNextPage && (
                      <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
                        {words.more}
                      </Button>
                    )}
                  </>
                )
              return isFiltered ? (
                <EmptyState
                  title={words.noneFound}
                  actions={
                    <Button
                      onClick={() => {
                        setQ('')
                        setOrigin('')
                      }}
                    >
                      {words.clear}
                    </Button>
                  }
                />
              ) : (
                <EmptyState title={words.none}>
                  <p>{words.noneAbout}</p>
                </EmptyState>
              )
            }}
          </Loaded>
        </div>
      </div>
      <Suspense>
        {isImporting && <ImportDialog projectId={projectId} onClose={() => setImporting(false)} />}
        {remembered && <HistoryDialog observation={remembered} onClose={() => setRemembered(null)} />}
      </Suspense>
    </Page>
  )
}

interface OneProps {
  projectId: string
  id: string
  columns: readonly Column<Observation>[]
  onShowAll: () => void
}

/** Observation given in the URL, shown above the list. */
function One({ projectId, id, columns, onShowAll }: OneProps) {
  const found = useQuery(observationOf(projectId, id))
  return (
    <section aria-label={words.one}>
      <Loaded query={found} failed={words.oneFailed} skeleton={<SkeletonRows rows={1} height="2.5rem" label={words.loading} />}>
        {observation => <Table label={words.one} columns={[...columns]} rows={[observation]} rowKey={({ id }) => id} />}
      </Loaded>
      <Button size="small" onClick={onShowAll}>
        {words.hideOne}
      </Button>
    </section>
  )
}

const facts: Column<Observation>[] = [
  {
    id: 'name',
    header: words.name,
    cell: ({ name, scientificName, source, generalised }) => (
      <>
        {name}
        {scientificName && scientificName !== name && <i className={`${styles.about} ${styles.whole}`}>{scientificName}</i>}
        {source && <span className={styles.about}>{words.from(source.dataset?.title ?? words.unnamedDataset)}</span>}
        {generalised && <Badge>{words.generalised}</Badge>}
      </>
    )
  },
  {
    id: 'count',
    header: words.count,
    cell: ({ individualCount, occurrenceStatus }) =>
      occurrenceStatus === 'absent' ? words.notFound : individualCount === null ? '–' : formatNumber(individualCount, 0),
    number: true,
    stackedLabel: true
  },
  { id: 'date', header: words.date, cell: ({ eventDate }) => (eventDate ? <EventDate text={eventDate} /> : words.noDate) },
  { id: 'place', header: words.place, cell: placeCell },
  { id: 'by', header: words.by, cell: ({ recordedBy, createdBy }) => recordedBy ?? createdBy ?? '' }
]

/** Event date that wraps only after the slash of an interval. */
function EventDate({ text }: { text: string }) {
  const [from = '', to] = text.split('/')
  return (
    <>
      <span className={styles.whole}>{to === undefined ? from : `${from}/`}</span>
      {to !== undefined && (
        <>
          <wbr />
          <span className={styles.whole}>{to}</span>
        </>
      )}
    </>
  )
}

/** Renders the site of an observation. Without a site, it renders the position in the monospaced typeface. */
function placeCell({ siteName, place, generalised }: Observation) {
  if (siteName) return siteName
  if (!place) return <span className={styles.whole}>{words.noPlace}</span>
  const rounded = (degrees: number) => Number(degrees.toFixed(generalised ? 2 : 5))
  return (
    <span className={styles.position}>
      {rounded(place.decimalLatitude)}, {rounded(place.decimalLongitude)}
    </span>
  )
}

type Act = (observation: Observation) => void

const actions = (onHistory: Act, edits: Record<'onChange' | 'onRemove', Act> | null): Column<Observation> => ({
  id: 'actions',
  header: '',
  srHeader: words.actions,
  cell: observation => (
    <span className={styles.rowActions}>
      <Button size="small" variant="quiet" aria-label={words.historyOf(observation.name)} onClick={() => onHistory(observation)}>
        {words.history}
      </Button>
      {edits && (
        <>
          <Button size="small" aria-label={words.changeOf(observation.name)} onClick={() => edits.onChange(observation)}>
            {words.change}
          </Button>
          <Button size="small" variant="quiet" aria-label={words.removeOf(observation.name)} onClick={() => edits.onRemove(observation)}>
            {words.remove}
          </Button>
        </>
      )}
    </span>
  )
})
