import { useMutation, useQuery } from '@tanstack/react-query'
import type { PlacementPreview, PlacementSettings, Track } from '../../../shared/contracts/navigation.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { formatCount, formatNumber, formatPosition } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Facts } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './navigation.module.css'
import { placeImages, previewOf } from './queries.ts'

interface PreviewProps {
  track: Track
  settings: PlacementSettings
  /** False while something was typed that these settings do not have yet. */
  isSettled: boolean
  onPlaced: () => void
}

/** Counts of what would happen, and the button that lets it happen: for exactly these settings and these images. */
export function PreviewOfPlacement(props: PreviewProps) {
  if (props.settings.facts.length === 0) return <p role="status">Choose at least one thing that images take.</p>
  return <Preview {...props} />
}

function Preview({ track, settings, isSettled, onPlaced }: PreviewProps) {
  const preview = useQuery(previewOf(track, settings))
  const place = useMutation(placeImages(track.projectId, track.id))
  const isCurrent = isSettled && !preview.isPlaceholderData && !preview.isFetching
  async function write({ seenAt, changeCount }: PlacementPreview) {
    await place.mutateAsync({ ...settings, seenAt })
    showToast({ tone: 'ok', title: `${formatCount(changeCount, 'image')} are being placed`, description: `By ${track.name}.` })
    onPlaced()
  }
  return (
    <Loaded query={preview} failed="It could not be looked up" skeleton={<SkeletonRows rows={5} label="Looking up what would change" />}>
      {seen => (
        <div className={styles.preview} aria-busy={!isCurrent || undefined}>
          <p role="status" className={styles.outcome}>
            {seen.changeCount === 0
              ? 'No image would change.'
              : `${formatCount(seen.changeCount, 'image')} would change${seen.overwriteCount > 0 ? `; ${formatNumber(seen.overwriteCount)} of them would lose a value` : ''}.`}
          </p>
          <Facts
            facts={[
              { name: 'On the track', value: formatNumber(seen.placedCount) },
              { name: 'Outside its time', value: formatNumber(seen.outsideCount) },
              { name: 'Gap too long', value: formatNumber(seen.gapCount) },
              { name: 'Without a time', value: formatNumber(seen.timelessCount) },
              { name: 'Keep a value of their own', value: formatNumber(seen.keptCount) },
              {
                name: 'Widest gap used',
                value: seen.widestGapSeconds === null ? '–' : `${formatNumber(seen.widestGapSeconds, 1)} s`
              }
            ]}
          />
          {seen.examples.length > 0 && (
            <Table label="Images that would change" columns={columns} rows={seen.examples} rowKey={row => row.mediaId} />
          )}
          <FormSummary title={place.error ? sentenceOf(place.error, 'The images were not placed') : null} />
          <div className={styles.foot}>
            <Button
              variant="primary"
              busy={place.isPending}
              disabled={!isCurrent || seen.changeCount === 0}
              onClick={() => void write(seen).catch(() => {})}
            >
              {seen.changeCount === 0 ? 'Nothing to place' : `Place ${formatCount(seen.changeCount, 'image')}`}
            </Button>
          </div>
        </div>
      )}
    </Loaded>
  )
}

const meters = (value: number | null) => (value === null ? '–' : formatNumber(value, 1))

const columns: Column<PlacementPreview['examples'][number]>[] = [
  { id: 'name', header: 'Image', cell: ({ fileName }) => <span className={styles.file}>{fileName}</span> },
  { id: 'time', header: 'Time, UTC', cell: ({ time }) => <span className={styles.span}>{time.slice(0, 21).replace('T', ' ')}</span> },
  {
    id: 'position',
    header: 'Position',
    cell: ({ decimalLatitude, decimalLongitude }) => (
      <span className={styles.span}>{formatPosition(decimalLatitude, decimalLongitude)}</span>
    )
  },
  { id: 'depth', header: 'Depth, m', cell: ({ depthInMeters }) => meters(depthInMeters), number: true, stackedLabel: true },
  { id: 'height', header: 'Height, m', cell: ({ altitudeInMeters }) => meters(altitudeInMeters), number: true, stackedLabel: true },
  {
    id: 'heading',
    header: 'Heading, °',
    cell: ({ headingDegrees }) => meters(headingDegrees),
    number: true,
    stackedLabel: true
  }
]
