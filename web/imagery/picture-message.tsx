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
  /** Remark that is shown when the picture has no problem. */
  remark?: string | null
  onRetry: () => void
}

/** Message over the canvas about missing parts of the picture, with the reason and the remedy. */
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
        <span>{formatCount(status.failedTiles, 'part of the image is', 'parts of the image are')} missing</span>
        <Button size="small" icon={<RetryIcon aria-hidden />} onClick={onRetry}>
          Load again
        </Button>
      </div>
    )
  }
  const shown = remarkOn(media, status) ?? remark
  return (
    <div className={styles.remark} role="status" hidden={shown === null}>
      {shown}
    </div>
  )
}

function remarkOn({ state, format, tiled }: Shown, { picture }: PictureStatus): string | null {
  if (state === 'processing') return 'Small preview: the full image is being prepared'
  if (format === 'image/tiff' && !tiled) return 'Preview: browsers cannot show TIFF files. Download the original for full detail'
  if (picture === 'waiting') return 'Loading the image…'
  return picture === 'coarse' ? 'Sharpening…' : null
}
