import { useEffect } from 'react'
import type { FoundSite } from '../../../../shared/contracts/site-imports.ts'
import { Checkbox } from '../../../ui/choice.tsx'
import { formatNumber, formatPosition } from '../../../ui/format.ts'
import { type TrackColumn, VirtualTable } from '../../../ui/virtual-table.tsx'
import { NameSearch } from '../name-search.tsx'
import styles from '../sites.module.css'
import { useNameSearch } from '../use-name-search.ts'
import type { Refusals } from './refusals.ts'
import { texts } from './texts.ts'

interface FoundPlacesProps {
  sites: readonly FoundSite[]
  isUsable: (site: FoundSite) => boolean
  /** Indexes of the places that are left out. */
  left: ReadonlySet<number>
  onLeft: (left: ReadonlySet<number>) => void
  /** Places that the server refused. The focus moves to the first one. */
  refused: Refusals | null
}

type Row = FoundSite & { index: number }

/** Table of the places in a file. A place with a fault, or with the name of an existing site, cannot be chosen. */
// Long: all columns of one table.
export function FoundPlaces({ sites, isUsable, left, onLeft, refused }: FoundPlacesProps) {
  const rows: readonly Row[] = sites.map((site, index) => ({ ...site, index }))
  const search = useNameSearch(rows)
  useEffect(() => {
    if (refused?.first) search.setText('') // the search would hide the row
  }, [refused, search.setText])
  if (sites.length === 0) return <p>{texts.noPlaces}</p>
  const usable = sites.flatMap((site, index) => (isUsable(site) ? [index] : []))
  const chosenCount = usable.filter(index => !left.has(index)).length
  const columns: TrackColumn<Row>[] = [
    {
      id: 'name',
      width: 'minmax(0, 3fr)',
      header: texts.name,
      cell: row => (
        <Checkbox
          tabIndex={-1}
          label={row.name}
          checked={isUsable(row) && !left.has(row.index)}
          disabled={!isUsable(row)}
          onChange={({ target }) => onLeft(target.checked ? without(left, row.index) : new Set([...left, row.index]))}
        />
      )
    },
    { id: 'kind', width: 'minmax(0, 1fr)', header: texts.kind, cell: ({ kind }) => texts.kinds[kind] },
    {
      id: 'position',
      width: 'minmax(0, 2fr)',
      header: texts.position,
      cell: ({ draft }) => <span className={styles.position}>{positionOf(draft)}</span>
    },
    { id: 'depth', width: 'minmax(0, 1fr)', header: texts.depth, cell: ({ draft }) => depthOf(draft), number: true, stackedLabel: true },
    {
      id: 'remarks',
      width: 'minmax(0, 4fr)',
      header: texts.remarks,
      cell: row => (
        <span className={styles.remarks}>
          {reasonsOf(row, refused).map(reason => (
            <strong key={reason}>{reason} </strong>
          ))}
          {row.remarks.join('. ')}
        </span>
      )
    }
  ]
  return (
    <div className={styles.preview}>
      <p role="status">{texts.summary(sites.length, usable.length)}</p>
      {usable.length > 1 && (
        <Checkbox
          label={texts.all}
          checked={chosenCount === usable.length}
          indeterminate={chosenCount > 0 && chosenCount < usable.length}
          onChange={({ target }) => onLeft(new Set(target.checked ? [] : usable))}
        />
      )}
      <NameSearch search={search} count={rows.length} />
      <VirtualTable
        label={texts.places}
        columns={columns}
        rows={search.found}
        rowKey={({ index }) => String(index)}
        sought={refused?.first ?? null}
      />
    </div>
  )
}

/** Returns the reasons why a place cannot become a site. */
function reasonsOf({ index, faults, isKnown }: Row, refused: Refusals | null): readonly string[] {
  const reasons = refused?.reasons.get(index) ?? faults
  return reasons.length === 0 && isKnown ? [texts.taken] : reasons
}

function without(left: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const rest = new Set(left)
  rest.delete(index)
  return rest
}

type Draft = FoundSite['draft']

function positionOf(draft: Draft): string {
  const { decimalLatitude: latitude, decimalLongitude: longitude } = draft ?? {}
  return typeof latitude === 'number' && typeof longitude === 'number' ? formatPosition(latitude, longitude, 4) : '–'
}

function depthOf(draft: Draft): string {
  const depths = [draft?.minimumDepthInMeters, draft?.maximumDepthInMeters].filter(depth => typeof depth === 'number')
  return depths.length === 0 ? '–' : [...new Set(depths.map(depth => formatNumber(depth)))].join('–')
}
