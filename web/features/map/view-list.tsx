import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { MapObservation, MapRow } from '../../../shared/contracts/map.ts'
import type { Site } from '../../../shared/contracts/sites.ts'
import { formatDepth, formatNumber, formatPosition, formatTime } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import type { PlacedSite } from './chart/chart-data.ts'
import styles from './map.module.css'
import type { MapSelection } from './map-address.ts'
import { observationPath } from './observations-here.tsx'
import { type Around, imagesAround, observationsIn } from './queries.ts'
import { texts } from './texts.ts'

const { table: words } = texts

/** Maximum number of images to request, and of sites without a position to list. */
const rowLimit = 100

interface ViewListProps {
  projectId: string
  sites: readonly PlacedSite[]
  /** Sites without a position, regardless of the view. */
  unplaced: readonly Site[]
  /** Starts drawing a place for a site; undefined for people who may not edit. */
  onPlace: ((site: Site) => void) | undefined
  /** Circle that encloses the view. */
  around: Around
  /** Bounding box of the view, as `west,south,east,north`. */
  box: string
  filter: string
  onSelect: (selection: MapSelection) => void
}

/** List of the places in view, an alternative to the chart for people who use a keyboard or screen reader. */
export function ViewList({ projectId, sites, unplaced, onPlace, around, box, filter, onSelect }: ViewListProps) {
  const rows = useQuery(imagesAround(projectId, around, filter, rowLimit))
  const observations = useQuery({ ...observationsIn({ projectId, box, filter }), enabled: box !== '' })
  return (
    <section className={styles.list} aria-label={words.title}>
      <h2>{words.sites}</h2>
      {sites.length === 0 ? (
        <p className={styles.note}>{words.noSites}</p>
      ) : (
        <Table label={words.sites} columns={siteColumns(onSelect)} rows={[...sites]} rowKey={({ site }) => site.id} />
      )}
      {unplaced.length > 0 && (
        <>
          <h2>{words.unplaced}</h2>
          {unplaced.length > rowLimit && <p className={styles.note}>{words.unplacedShown(rowLimit, unplaced.length)}</p>}
          <Table label={words.unplaced} columns={unplacedColumns(onPlace)} rows={unplaced.slice(0, rowLimit)} rowKey={({ id }) => id} />
        </>
      )}
      <h2>{words.images}</h2>
      <Loaded query={rows} failed={texts.selection.failed} skeleton={<SkeletonRows rows={6} height="1.75rem" />}>
        {({ items, total }) =>
          items.length === 0 ? (
            <p className={styles.note}>{words.noImages}</p>
          ) : (
            <>
              <p className={styles.note}>{words.shown(items.length, total)}</p>
              <Table label={words.images} columns={imageColumns(onSelect)} rows={items} rowKey={({ mediaId }) => mediaId} />
            </>
          )
        }
      </Loaded>
      <h2>{words.observations}</h2>
      <Loaded query={observations} failed={texts.selection.observationsFailed} skeleton={<SkeletonRows rows={3} height="1.75rem" />}>
        {({ items, inViewCount }) =>
          items.length === 0 ? (
            <p className={styles.note}>{words.noObservations}</p>
          ) : (
            <>
              <p className={styles.note}>{words.observationsShown(items.length, inViewCount)}</p>
              <Table
                label={words.observations}
                columns={observationColumns(projectId)}
                rows={items}
                rowKey={({ observationId }) => observationId}
              />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

const siteColumns = (onSelect: ViewListProps['onSelect']): Column<PlacedSite>[] => [
  {
    id: 'name',
    header: words.name,
    cell: ({ site }) => <Choose words={site.name} onClick={() => onSelect({ kind: 'site', siteId: site.id })} />
  },
  { id: 'position', header: words.position, cell: ({ longitude, latitude }) => <Place longitude={longitude} latitude={latitude} /> },
  { id: 'count', header: words.count, number: true, stackedLabel: true, cell: ({ site }) => formatNumber(site.mediaCount, 0) }
]

const unplacedColumns = (onPlace: ViewListProps['onPlace']): Column<Site>[] => [
  { id: 'name', header: words.name, cell: ({ name }) => name },
  { id: 'type', header: words.type, cell: ({ type }) => words.types[type] },
  { id: 'count', header: words.count, number: true, stackedLabel: true, cell: ({ mediaCount }) => formatNumber(mediaCount, 0) },
  ...(onPlace
    ? [
        {
          id: 'actions',
          header: '',
          srHeader: words.actions,
          cell: (site: Site) => <Choose words={words.place(site.name)} onClick={() => onPlace(site)} />
        }
      ]
    : [])
]

const imageColumns = (onSelect: ViewListProps['onSelect']): Column<MapRow>[] => [
  {
    id: 'file',
    header: words.file,
    cell: ({ fileName, decimalLongitude: longitude, decimalLatitude: latitude }) => (
      <Choose words={fileName} onClick={() => onSelect({ kind: 'place', longitude, latitude, radiusInMeters: 1 })} />
    )
  },
  {
    id: 'position',
    header: words.position,
    cell: ({ decimalLongitude, decimalLatitude }) => <Place longitude={decimalLongitude} latitude={decimalLatitude} />
  },
  {
    id: 'depth',
    header: words.depth,
    number: true,
    cell: ({ depthInMeters }) => (depthInMeters === null ? '–' : formatDepth(depthInMeters))
  },
  { id: 'time', header: words.time, cell: ({ eventDate }) => (eventDate ? formatTime(eventDate) : '–') }
]

const observationColumns = (projectId: string): Column<MapObservation>[] => [
  {
    id: 'name',
    header: words.name,
    cell: ({ observationId, name }) => <Link to={observationPath(projectId, observationId)}>{name}</Link>
  },
  {
    id: 'position',
    header: words.position,
    cell: ({ decimalLatitude, decimalLongitude }) => <Place longitude={decimalLongitude} latitude={decimalLatitude} />
  },
  {
    id: 'depth',
    header: words.depth,
    number: true,
    cell: ({ depthInMeters }) => (depthInMeters === null ? '–' : formatDepth(depthInMeters))
  },
  { id: 'date', header: words.date, cell: ({ eventDate }) => eventDate ?? '–' },
  {
    id: 'individuals',
    header: words.individuals,
    number: true,
    stackedLabel: true,
    cell: ({ individualCount }) => (individualCount === null ? '–' : formatNumber(individualCount, 0))
  }
]

function Choose({ words, onClick }: { words: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.choose} onClick={onClick}>
      {words}
    </button>
  )
}

const Place = ({ longitude, latitude }: { longitude: number; latitude: number }) => (
  <span className={styles.mono}>{formatPosition(latitude, longitude)}</span>
)
