import { formatMeters } from '../../../canvas/measures.ts'
import { roundLength } from '../round-length.ts'
import styles from './scale-bar.module.css'
import { texts } from './texts.ts'

/** Maximum length of the bar, in CSS pixels. */
const longestPx = 160

/** Scale bar with its length on the sea floor. `zoom` is in CSS pixels per pixel of the image. */
export function ScaleBar({ metersPerPixel, zoom }: { metersPerPixel: number; zoom: number }) {
  const meters = roundLength((longestPx / zoom) * metersPerPixel)
  if (meters === null) return null
  const length = formatMeters(meters)
  return (
    <div className={styles.bar} role="img" aria-label={texts.label(length)}>
      <span>{length}</span>
      <span className={styles.line} style={{ width: `${(meters / metersPerPixel) * zoom}px` }} />
    </div>
  )
}
