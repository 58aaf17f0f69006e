import { lazy, Suspense, useState } from 'react'
import type { Media } from '../../../../shared/contracts/media.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { formatBytes, formatNumber, formatPosition, formatPositionMinutes, formatQuantity, formatTime } from '../../../ui/format.ts'
import { CheckIcon, EditIcon, PhotoIcon } from '../../../ui/icons.tsx'
import { showToast } from '../../../ui/toast.tsx'
import styles from './details.module.css'
import { EditForm } from './edit-form.tsx'
import { Fact, Facts } from './fact.tsx'
import { texts } from './texts.ts'
import { timeWords } from './time-words.ts'

const { facts: words, cover, zoneRemark } = texts

interface DetailsProps {
  media: Media
  canEdit: boolean
  isCover: boolean
  onSetCover?: (mediaId: string) => Promise<unknown>
}

const ImageClockDialog = lazy(() => import('../clocks/image-clock-dialog.tsx').then(module => ({ default: module.ImageClockDialog })))

/** Facts of an image, and the form that edits them. */
// Long: the groups of facts in panel order.
export function Details({ media, canEdit, isCover, onSetCover }: DetailsProps) {
  const [editing, setEditing] = useState(false)
  if (editing) return <EditForm media={media} onDone={() => setEditing(false)} />
  const { [zoneRemark]: zone, ...exif } = media.exif
  const furtherExif = Object.entries(exif)
  const columns = Object.entries(media.metadata)
  return (
    <>
      <section className={styles.part}>
        <div className={styles.head}>
          <h3>{words.taken}</h3>
          {canEdit && (
            <Button size="small" icon={<EditIcon aria-hidden />} onClick={() => setEditing(true)}>
              {words.edit}
            </Button>
          )}
        </div>
        <Facts>
          <Fact name={words.time} remark={timeWords(media, zone)} action={canEdit && hasClock(media) && <CameraClock media={media} />}>
            {media.eventDate && <time dateTime={media.eventDate}>{formatTime(media.eventDate, true)}</time>}
          </Fact>
          <Position media={media} />
          <Fact name={words.depth}>{media.depthInMeters !== null && formatQuantity(media.depthInMeters, 'm')}</Fact>
          <Fact name={words.altitude}>{media.altitudeInMeters !== null && formatQuantity(media.altitudeInMeters, 'm')}</Fact>
          <Fact name={words.camera}>{media.camera}</Fact>
        </Facts>
      </section>
      {columns.length > 0 && (
        <section className={styles.part}>
          <h3>{words.tables}</h3>
          <Facts>
            {columns.map(([name, value]) => (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ))}
          </Facts>
        </section>
      )}
      {furtherExif.length > 0 && (
        <section className={styles.part}>
          <h3>{words.exif}</h3>
          <Facts>
            {furtherExif.map(([name, value]) => (
              <Fact key={name} name={name}>
                {typeof value === 'number' ? formatNumber(value, 6) : value}
              </Fact>
            ))}
          </Facts>
        </section>
      )}
      <section className={styles.part}>
        <h3>{words.file}</h3>
        <Facts>
          <Fact
            name={words.size}
          >{`${formatNumber(media.width, 0)} × ${formatNumber(media.height, 0)} px · ${formatBytes(media.sizeBytes)}`}</Fact>
          <Fact name={words.format}>{formats[media.format]}</Fact>
          <Fact name="SHA-256" copy={media.sha256}>
            <code className={styles.hash} data-tip={media.sha256}>
              {media.sha256.slice(0, 16)}…
            </code>
          </Fact>
          <Fact name={words.added}>{words.addedBy(formatTime(media.createdAt), media.addedBy)}</Fact>
        </Facts>
      </section>
      {onSetCover && canEdit && <Cover mediaId={media.id} isCover={isCover} onSetCover={onSetCover} />}
    </>
  )
}

const formats: Record<Media['format'], string> = { 'image/jpeg': 'JPEG', 'image/png': 'PNG', 'image/tiff': 'TIFF', 'image/webp': 'WebP' }

/** Button that opens the clock setting of the camera, for a file without a time zone. */
function CameraClock({ media }: { media: Media }) {
  const [isOpen, setOpen] = useState(false)
  const { source, cameraTime } = media.timeBasis ?? {}
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {source === 'answer' ? words.changeClock : words.setClock}
      </Button>
      <Suspense>
        {isOpen && cameraTime && <ImageClockDialog media={media} cameraTime={cameraTime} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}

function hasClock({ timeBasis }: Media): boolean {
  const { source, cameraTime } = timeBasis ?? {}
  return Boolean(cameraTime) && (source === 'unanswered' || source === 'assumed' || source === 'answer')
}

function Position({ media: { decimalLatitude: latitude, decimalLongitude: longitude, generalised } }: { media: Media }) {
  if (latitude === null || longitude === null) return <Fact name={words.position}>{generalised?.informationWithheld}</Fact>
  return (
    <Fact name={words.position} stacked remark={generalised && placeWords(generalised)}>
      <span className={styles.position}>
        <span className={styles.coordinates}>{formatPosition(latitude, longitude)}</span>
        <CopyButton text={`${latitude}, ${longitude}`} label={words.copyDegrees} />
        <span className={styles.coordinates}>{formatPositionMinutes(latitude, longitude)}</span>
        <CopyButton text={formatPositionMinutes(latitude, longitude)} label={words.copyMinutes} />
      </span>
    </Fact>
  )
}

/** Formats the note about a generalised position: `Position generalised to a grid of 0.1 degrees, ± 7.1 km`. */
function placeWords({ dataGeneralizations, coordinateUncertaintyInMeters: meters }: NonNullable<Media['generalised']>): string {
  const distance = meters === null ? null : meters < 1000 ? formatQuantity(meters, 'm', 0) : formatQuantity(meters / 1000, 'km', 1)
  return [dataGeneralizations, distance && `± ${distance}`].filter(Boolean).join(', ')
}

function Cover({ mediaId, isCover, onSetCover }: { mediaId: string; isCover: boolean; onSetCover: (mediaId: string) => Promise<unknown> }) {
  const [busy, setBusy] = useState(false)
  if (isCover) {
    return (
      <p className={styles.cover}>
        <CheckIcon aria-hidden /> {cover.isCover}
      </p>
    )
  }
  async function choose() {
    setBusy(true)
    try {
      await onSetCover(mediaId)
      showToast({ tone: 'ok', title: cover.changed })
    } catch (error) {
      showToast({ tone: 'danger', title: cover.notChanged, description: sentenceOf(error, cover.tryAgain) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<PhotoIcon aria-hidden />} busy={busy} onClick={choose}>
      {cover.use}
    </Button>
  )
}
