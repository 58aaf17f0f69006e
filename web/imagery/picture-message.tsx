import type { Media } from '../../shared/contracts/media.ts'
import { Button } from '../ui/button.tsx'
import { RetryIcon, WarningIcon } from '../ui/icons.tsx'
import styles from './picture-message.module.css'
import type { PictureStatus } from './picture-status.ts'
import { texts } from './texts.ts'

type Shown = Pick<Media, 'state' | 'failure' | 'format' | 'tiled'>

interface PictureMessageProps {
  media: Shown
  status: PictureStatus
  /** Remark shown when there is no problem with the picture. */
  remark?: string | null
  onRetry: () => void
}

/** Message over the canvas about a missing picture or missing parts, with the reason and a retry button. */
export function PictureMessage({ media, status, remark = null, onRetry }: PictureMessageProps) {
  if (media.state === 'failed') {
    return (
      <div className={styles.failed} role="alert">
        <WarningIcon aria-hidden />
        <p>
          {media.failure ?? texts.unreadable} {texts.original}
        </p>
      </div>
    )
  }
  if (status.picture === 'failed') {
    return (
      <div className={styles.failed} role="alert">
        <WarningIcon aria-hidden />
        <p>{status.failure}</p>
        <Button size="small" icon={<RetryIcon aria-hidden />} onClick={onRetry}>
          {texts.retry}
        </Button>
      </div>
    )
  }
  if (status.failedTiles > 0) {
    return (
      <div className={styles.remark} role="status">
        <span>{texts.missing(status.failedTiles)}</span>
        <Button size="small" icon={<RetryIcon aria-hidden />} onClick={onRetry}>
          {texts.loadAgain}
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
  if (state === 'processing') return texts.processing
  if (format === 'image/tiff' && !tiled) return texts.preview
  if (picture === 'waiting') return texts.loading
  return picture === 'coarse' ? texts.sharpening : null
}
