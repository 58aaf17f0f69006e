import type { FoundSite } from '../../../../shared/contracts/site-imports.ts'
import { Checkbox } from '../../../ui/choice.tsx'
import { formatNumber, formatPosition } from '../../../ui/format.ts'
import { type Column, Table } from '../../../ui/table.tsx'
import styles from '../sites.module.css'
import { texts } from './texts.ts'

interface FoundPlacesProps {
  sites: readonly FoundSite[]
  isUsable: (site: FoundSite) => boolean
  /** Indexes of the places that are left out. */
  left: ReadonlySet<number>
  onLeft: (left: ReadonlySet<number>) => void
}

type Row = FoundSite & { index: number }

/** Table of the places in a file. A place with a fault, or with the name of an existing site, cannot be chosen. */
export function FoundPlaces({ sites, isUsable, left, onLeft }: FoundPlacesProps) {
  if (sites.length === 0) return <p>{texts.noPlaces}</p>
  const usable = sites.flatMap((site, index) => (isUsable(site) ? [index] : []))
  const chosenCount = usable.filter(index => !left.has(index)).length
  const columns: Column<Row>[] = [
    {
      id: 'name',
      header: texts.name,
      cell: row => (
        <Checkbox
          label={row.name}
          checked={isUsable(row) && !left.has(row.index)}
          disabled={!isUsable(row)}
          onChange={({ target }) => onLeft(target.checked ? without(left, row.index) : new Set([...left, row.index]))}
        />
      )
    },
    { id: 'kind', header: texts.kind, cell: ({ kind }) => texts.kinds[kind] },
    { id: 'position', header: texts.position, cell: ({ draft }) => <span className={styles.position}>{positionOf(draft)}</span> },
    { id: 'depth', header: texts.depth, cell: ({ draft }) => depthOf(draft), number: true, stackedLabel: true },
    {
      id: 'remarks',
      header: texts.remarks,
      cell: ({ faults, remarks, isKnown }) => (
        <span className={styles.remarks}>
          {[...faults, ...(isKnown && faults.length === 0 ? [texts.taken] : [])].map(fault => (
            <strong key={fault}>{fault} </strong>
          ))}
          {remarks.join('. ')}
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
      <Table
        label={texts.places}
        columns={columns}
        rows={sites.map((site, index) => ({ ...site, index }))}
        rowKey={({ index }) => String(index)}
      />
    </div>
  )
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
