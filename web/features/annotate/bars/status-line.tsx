import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { workWords } from '../../../annotation/work-words.ts'
import { formatScale } from '../../../canvas/measures.ts'
import type { ImageCard } from '../../../imagery/images.ts'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { Timestamp } from '../../../ui/timestamp.tsx'
import styles from '../workspace.module.css'
import { texts as words } from './status-texts.ts'

interface StatusLineProps {
  image: ImageCard
  zoom: string
  /** Label that the next shape will get. */
  label: OutlineLabel | undefined
  selected: number
  metersPerPixel: number | null
}

/** Status line below the image, with facts about the image and the view. */
export function StatusLine({ image, zoom, label, selected, metersPerPixel }: StatusLineProps) {
  const { width, height, depthInMeters, eventDate, decimalLatitude, decimalLongitude, workState } = image
  return (
    <footer className={styles.status}>
      <span>{zoom}</span>
      <span>
        {width} × {height}
      </span>
      {metersPerPixel !== null && <span>{formatScale(metersPerPixel)}</span>}
      {depthInMeters !== null && <span>{words.depth(depthInMeters)}</span>}
      {decimalLatitude !== null && decimalLongitude !== null && (
        <span className={styles.statusPosition}>
          {decimalLatitude.toFixed(4)}°, {decimalLongitude.toFixed(4)}°
        </span>
      )}
      {eventDate && <Timestamp time={eventDate} show="time" />}
      <span className={styles.statusEnd}>
        {words.nextShape}
        {label ? <TaxonName label={label} /> : words.noLabel}
      </span>
      {selected > 0 && <span>{words.selected(selected)}</span>}
      <span>{workWords[workState]}</span>
    </footer>
  )
}
