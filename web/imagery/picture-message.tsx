import type { Media } from '../../shared/contracts/media.ts'
import { Button } from '../ui/button.tsx'
import { formatCount } from '../ui/format.ts'
import { RetryIcon, WarningIcon } from '../ui/icons.tsx'
import styles from './picture-message.module.css'
import type { PictureStatus } from './picture-status.ts'

type Shown = Pick<Media, 'state' | 'failure' | 'format' | 'tiled'>

interface PictureMessageProps {
  media: Shown
  status: PictureStatus
  /** Said when there is nothing to say of the picture. */
  remark?: string | null
  onRetry: () => void
}

/** Lies over the canvas and says what of the picture is not seen, why, and what can be done. */
export function PictureMessage({ media, status, remark = null, onRetry }: PictureMessageProps) {
  if (media.state === 'failed') {
    return (
      <div className={styles.failed} role="alert">
        <WarningIcon aria-hidden />
        <p>{media.failure ?? 'This file could not be read.'} The original can still be downloaded.</p>
      </div>
    )
  }
  if (status.picture === 'failed') {
    return (
      <div className={styles.failed} role="alert">
        <WarningIcon aria-hidden />
        <p>{status.failure}</p>
        <Button size="small" icon={<RetryIcon aria-hidden />} onClick={onRetry}>
          Try again
        </Button>
      </div>
    )
  }
  if (status.failedTiles > 0) {
    return (
      <div className={styles.remark} role="status">
        <span>{formatCount(status.failedTiles, 'part of the picture is', 'parts of the picture are')} missing</span>
        <Button size="small" icon={<RetryIcon aria-hidden />} onClick={onRetry}>
          Fetch again
        </Button>
      </div>
    )
  }
  const said = remarkOn(media, status) ?? remark
  return (
    <div className={styles.remark} role="status" hidden={said === null}>
      {said}
    </div>
  )
}

function remarkOn({ state, format, tiled }: Shown, { picture }: PictureStatus): string | null {
  if (state === 'processing') return 'A small preview: the sharp picture is being prepared'
  if (format === 'image/tiff' && !tiled) return 'A preview: browsers cannot draw TIFF files. Download the original for every detail'
  if (picture === 'waiting') return 'Fetching the picture…'
  return picture === 'coarse' ? 'Sharpening…' : null
}
