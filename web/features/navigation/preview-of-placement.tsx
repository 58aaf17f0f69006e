import { useMutation, useQuery } from '@tanstack/react-query'
import type { PlacementPreview, PlacementSettings, Track } from '../../../shared/contracts/navigation.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { formatNumber, formatPosition } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Facts } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './navigation.module.css'
import { placeImages, previewOf } from './queries.ts'
import { texts } from './texts.tsx'

const { preview: words } = texts

interface PreviewProps {
  track: Track
  settings: PlacementSettings
  /** Whether the preview matches the current settings in the form. */
  isSettled: boolean
  onPlaced: () => void
}

/** Counts of a placement, and the button that starts it with exactly the previewed settings and images. */
export function PreviewOfPlacement(props: PreviewProps) {
  if (props.settings.facts.length === 0) return <p role="status">{words.noFacts}</p>
  return <Preview {...props} />
}

function Preview({ track, settings, isSettled, onPlaced }: PreviewProps) {
  const preview = useQuery(previewOf(track, settings))
  const place = useMutation(placeImages(track.projectId, track.id))
  const isCurrent = isSettled && !preview.isPlaceholderData && !preview.isFetching
  async function write({ seenAt, changeCount }: PlacementPreview) {
    await place.mutateAsync({ ...settings, seenAt })
    showToast({ tone: 'ok', title: words.placing(changeCount), description: words.by(track.name) })
    onPlaced()
  }
  return (
    <Loaded query={preview} failed={words.failed} skeleton={<SkeletonRows rows={5} label={words.loading} />}>
      {seen => (
        <div className={styles.preview} aria-busy={!isCurrent || undefined}>
          <p role="status" className={styles.outcome}>
            {seen.changeCount === 0
              ? words.noChange
              : seen.overwriteCount > 0
                ? words.changesAndOverwrites(seen.changeCount, seen.overwriteCount)
                : words.changes(seen.changeCount)}
          </p>
          <Facts
            facts={[
              { name: words.onTrack, value: formatNumber(seen.placedCount) },
              { name: words.outside, value: formatNumber(seen.outsideCount) },
              { name: words.gap, value: formatNumber(seen.gapCount) },
              { name: words.timeless, value: formatNumber(seen.timelessCount) },
              { name: words.kept, value: formatNumber(seen.keptCount) },
              {
                name: words.widestGap,
                value: seen.widestGapSeconds === null ? '–' : `${formatNumber(seen.widestGapSeconds, 1)} s`
              }
            ]}
          />
          {seen.examples.length > 0 && <Table label={words.table} columns={columns} rows={seen.examples} rowKey={row => row.mediaId} />}
          <FormSummary title={place.error ? sentenceOf(place.error, words.notPlaced) : null} />
          <div className={styles.foot}>
            <Button
              variant="primary"
              busy={place.isPending}
              disabled={!isCurrent || seen.changeCount === 0}
              onClick={() => void write(seen).catch(() => {})}
            >
              {seen.changeCount === 0 ? words.nothing : words.submit(seen.changeCount)}
            </Button>
          </div>
        </div>
      )}
    </Loaded>
  )
}

const meters = (value: number | null) => (value === null ? '–' : formatNumber(value, 1))

const columns: Column<PlacementPreview['examples'][number]>[] = [
  { id: 'name', header: words.image, cell: ({ fileName }) => <span className={styles.file}>{fileName}</span> },
  { id: 'time', header: words.time, cell: ({ time }) => <span className={styles.span}>{time.slice(0, 21).replace('T', ' ')}</span> },
  {
    id: 'position',
    header: words.position,
    cell: ({ decimalLatitude, decimalLongitude }) => (
      <span className={styles.position}>{formatPosition(decimalLatitude, decimalLongitude)}</span>
    )
  },
  { id: 'depth', header: words.depth, cell: ({ depthInMeters }) => meters(depthInMeters), number: true, stackedLabel: true },
  { id: 'height', header: words.height, cell: ({ altitudeInMeters }) => meters(altitudeInMeters), number: true, stackedLabel: true },
  {
    id: 'heading',
    header: words.heading,
    cell: ({ headingDegrees }) => meters(headingDegrees),
    number: true,
    stackedLabel: true
  }
]
