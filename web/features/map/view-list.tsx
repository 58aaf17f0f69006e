import { useQuery } from '@tanstack/react-query'
import type { MapRow } from '../../../shared/contracts/map.ts'
import { formatDepth, formatNumber, formatPosition, formatTime } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import type { PlacedSite } from './chart/chart-data.ts'
import styles from './map.module.css'
import type { MapSelection } from './map-address.ts'
import { type Around, imagesAround } from './queries.ts'
import { texts } from './texts.ts'

const { table: words } = texts

/** Number of images to request. */
const rowLimit = 100

interface ViewListProps {
  projectId: string
  sites: readonly PlacedSite[]
  /** A circle around the view. */
  around: Around
  filter: string
  onSelect: (selection: MapSelection) => void
}

/** List of the places in view, also for keyboards and screen readers. */
export function ViewList({ projectId, sites, around, filter, onSelect }: ViewListProps) {
  const rows = useQuery(imagesAround(projectId, around, filter, rowLimit))
  return (
    <section className={styles.list} aria-label={words.title}>
      <h2>{words.sites}</h2>
      {sites.length === 0 ? (
        <p className={styles.note}>{words.noSites}</p>
      ) : (
        <Table label={words.sites} columns={siteColumns(onSelect)} rows={[...sites]} rowKey={({ site }) => site.id} />
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
