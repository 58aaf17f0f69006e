import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { annotatePath, mediaPath, projectPath } from '../../../shared/addresses.ts'
import type { MapRow } from '../../../shared/contracts/map.ts'
import type { TrackLines } from '../../../shared/contracts/navigation.ts'
import type { Site } from '../../../shared/contracts/sites.ts'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { Swatch } from '../../annotation/swatch.tsx'
import { useProtectedSource } from '../../api/protected-source.ts'
import { thumbnailUrl } from '../../imagery/addresses.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { formatDepth, formatNumber, formatPosition, formatPositionMinutes, formatTime } from '../../ui/format.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import styles from './map.module.css'
import type { MapSelection } from './map-address.ts'
import { ObservationsHere } from './observations-here.tsx'
import { type Around, imagesAround } from './queries.ts'
import { texts } from './texts.ts'
import { drawKindOf } from './tools/draw-task.ts'

const { selection: words } = texts

/** Maximum number of images shown for a place. */
const shownImages = 24
/** Radius around a site within which images count as near, in metres. */
const nearSite = 1_000

interface SelectionPanelProps {
  projectId: string
  selection: MapSelection
  sites: readonly Site[]
  tracks: TrackLines['lines']
  filter: string
  labels: readonly OutlineLabel[] | undefined
  /** Actions for a site; undefined for people who may not edit. */
  siteActions: SiteActions | undefined
  /** Whether an edit to a site has not reached the server yet. */
  isUnsent: (site: Site) => boolean
  onClose: () => void
}

interface SiteActions {
  edit: (site: Site) => void
  move: (site: Site) => void
  remove: (site: Site) => void
}

/** Panel of the selected site, track or place, with its images and links. */
export function SelectionPanel({
  projectId,
  selection,
  sites,
  tracks,
  filter,
  labels,
  siteActions,
  isUnsent,
  onClose
}: SelectionPanelProps) {
  const site = selection.kind === 'site' ? sites.find(({ id }) => id === selection.siteId) : undefined
  const track = selection.kind === 'track' ? tracks.find(({ trackId }) => trackId === selection.trackId) : undefined
  const title = site?.name ?? track?.name ?? words.around
  const around = selection.kind === 'place' ? selection : aroundSite(site)
  return (
    <aside className={styles.selection} aria-label={title}>
      <div className={styles.selectionHead}>
        <h2>{title}</h2>
        <IconButton size="small" label={words.close} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      {selection.kind === 'site' &&
        (site ? <SiteFacts projectId={projectId} site={site} isUnsent={isUnsent(site)} actions={siteActions} /> : <p>{words.gone}</p>)}
      {selection.kind === 'track' && (track ? <TrackFacts projectId={projectId} track={track} /> : <p>{words.goneTrack}</p>)}
      {selection.kind === 'place' && <Position {...selection} />}
      {around && (
        <>
          <ObservationsHere projectId={projectId} around={around} filter={filter} />
          {site && <h3>{words.near}</h3>}
          <Images projectId={projectId} around={around} filter={filter} labels={labels ?? []} />
        </>
      )}
    </aside>
  )
}

function aroundSite(site: Site | undefined): Around | null {
  if (!site || site.decimalLatitude === null || site.decimalLongitude === null) return null
  return { longitude: site.decimalLongitude, latitude: site.decimalLatitude, radiusInMeters: nearSite }
}

function Position({ longitude, latitude }: Pick<Around, 'longitude' | 'latitude'>) {
  return (
    <p className={styles.position}>
      <span>{formatPositionMinutes(latitude, longitude)}</span>
      <CopyButton label={words.copy} text={formatPosition(latitude, longitude, 7)} />
    </p>
  )
}

interface SiteFactsProps {
  projectId: string
  site: Site
  isUnsent: boolean
  actions: SiteActions | undefined
}

function SiteFacts({ projectId, site, isUnsent, actions }: SiteFactsProps) {
  const { decimalLatitude, decimalLongitude, minimumDepthInMeters, maximumDepthInMeters, generalised, mediaCount } = site
  const depths = [minimumDepthInMeters, maximumDepthInMeters].filter(depth => depth !== null).map(formatDepth)
  return (
    <div className={styles.facts}>
      {decimalLatitude !== null && decimalLongitude !== null && <Position longitude={decimalLongitude} latitude={decimalLatitude} />}
      {generalised?.dataGeneralizations && <p className={styles.note}>{generalised.dataGeneralizations}</p>}
      {isUnsent && <p className={styles.note}>{words.unsent}</p>}
      <p>{[...new Set(depths)].join(' – ')}</p>
      <p>
        {words.atSite(mediaCount)} · <Link to={projectPath(projectId, 'annotate/sites')}>{words.openSites}</Link>
      </p>
      {actions && (
        <p className={styles.siteActions}>
          <Button size="small" onClick={() => actions.edit(site)}>
            {texts.draw.edit}
          </Button>
          {!generalised && (
            <Button size="small" onClick={() => actions.move(site)}>
              {texts.draw.move[drawKindOf(site)]}
            </Button>
          )}
          <Button size="small" onClick={() => actions.remove(site)}>
            {texts.draw.remove}
          </Button>
        </p>
      )}
    </div>
  )
}

function TrackFacts({ projectId, track: { source, firstAt, lastAt } }: { projectId: string; track: TrackLines['lines'][number] }) {
  return (
    <div className={styles.facts}>
      <p>{words.sources[source]}</p>
      {firstAt && lastAt && <p>{words.span(formatTime(firstAt), formatTime(lastAt))}</p>}
      <p>
        <Link to={projectPath(projectId, 'annotate/exchange?view=navigation')}>{words.openTracks}</Link>
      </p>
    </div>
  )
}

interface ImagesProps {
  projectId: string
  around: Around
  filter: string
  labels: readonly OutlineLabel[]
}

function Images({ projectId, around, filter, labels }: ImagesProps) {
  const rows = useQuery({ ...imagesAround(projectId, around, filter, shownImages), placeholderData: undefined }) // the earlier answer is about another place
  return (
    <Loaded query={rows} failed={words.failed} skeleton={<SkeletonRows rows={4} height="4rem" />}>
      {({ items, total }) =>
        items.length === 0 ? (
          <p className={styles.note}>{words.none}</p>
        ) : (
          <>
            <ul className={styles.images}>
              {items.map(row => (
                <ImageRow key={row.mediaId} projectId={projectId} row={row} filter={filter} labels={labels} />
              ))}
            </ul>
            {total > items.length && <p className={styles.note}>{words.more(total - items.length)}</p>}
          </>
        )
      }
    </Loaded>
  )
}

function ImageRow({ projectId, row, filter, labels }: Omit<ImagesProps, 'around'> & { row: MapRow }) {
  const { mediaId, fileName, depthInMeters, eventDate, generalised } = row
  const source = useProtectedSource(thumbnailUrl(mediaId, 'small'))
  const facts = [depthInMeters !== null && formatDepth(depthInMeters), eventDate && formatTime(eventDate)].filter(Boolean)
  return (
    <li className={styles.image}>
      <span className={styles.thumbnail}>{source && <img src={source} alt="" loading="lazy" />}</span>
      <div className={styles.imageWords}>
        <span className={styles.fileName} data-tip={fileName}>
          {fileName}
        </span>
        <span className={styles.imageFacts}>{facts.join(' · ')}</span>
        {generalised?.dataGeneralizations && <span className={styles.imageFacts}>{generalised.dataGeneralizations}</span>}
        <Marks projectId={projectId} row={row} filter={filter} labels={labels} />
        <span className={styles.links} data-tip={fileName}>
          <Link to={mediaPath(projectId, mediaId)} aria-label={`${words.open} ${fileName}`}>
            {words.open}
          </Link>
          <Link to={annotatePath(projectId, { mediaId, ...(filter && { filter }) })} aria-label={`${words.annotate} ${fileName}`}>
            {words.annotate}
          </Link>
        </span>
      </div>
    </li>
  )
}

/** Labels on an image, each with a link to one of its annotations in Annotate. */
function Marks({ projectId, row: { mediaId, labels: marks }, filter, labels }: Omit<ImagesProps, 'around'> & { row: MapRow }) {
  if (marks.length === 0) return null
  return (
    <ul className={styles.marks} aria-label={words.annotations}>
      {marks.map(({ labelId, annotationId, count }) => {
        const label = labels.find(({ id }) => id === labelId)
        return (
          <li key={annotationId}>
            <Swatch label={label} />
            <Link to={annotatePath(projectId, { mediaId, annotationId, ...(filter && { filter }) })}>{label?.name ?? words.unnamed}</Link>
            {count > 1 && <data>{formatNumber(count, 0)}</data>}
          </li>
        )
      })}
    </ul>
  )
}
