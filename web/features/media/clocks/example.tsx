import type { ClockSetting } from '../../../../shared/contracts/camera-clocks.ts'
import { useProtectedSource } from '../../../api/protected-source.ts'
import { thumbnailUrl } from '../../../imagery/addresses.ts'
import styles from './clocks.module.css'
import { clockText, inUtc } from './setting-draft.ts'
import { texts } from './texts.ts'

export interface ExamplePicture {
  mediaId: string
  fileName: string
  cameraTime: string
}

interface ExampleProps {
  picture: ExamplePicture
  setting: ClockSetting | null
  /** Source of the clock time, in words. */
  place?: string
}

/** Example image with its clock time and the resulting time in UTC. */
export function Example({ picture, setting, place = texts.onCamera }: ExampleProps) {
  const source = useProtectedSource(thumbnailUrl(picture.mediaId, 'small'))
  const times = setting && inUtc(picture.cameraTime, setting)
  return (
    <li className={styles.example}>
      {source ? <img src={source} alt="" loading="lazy" /> : <span />}
      <span className={styles.picture}>{picture.fileName}</span>
      <p className={styles.times}>
        <span>
          <time>{clockText(picture.cameraTime)}</time> {place}
        </span>
        <span aria-hidden>→</span>
        <strong>{times ? times.utc : texts.noTime}</strong>
      </p>
    </li>
  )
}
