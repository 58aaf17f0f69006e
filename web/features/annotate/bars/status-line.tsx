import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { workWords } from '../../../annotation/work-words.ts'
import { formatScale } from '../../../canvas/measures.ts'
import type { ImageCard } from '../../../imagery/images.ts'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { Timestamp } from '../../../ui/timestamp.tsx'
import * as texts from '../texts.ts'
import styles from '../workspace.module.css'

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
      {depthInMeters !== null && <span>{texts.status.depth(depthInMeters)}</span>}
      {decimalLatitude !== null && decimalLongitude !== null && (
        <span className={styles.statusPosition}>
          {decimalLatitude.toFixed(4)}°, {decimalLongitude.toFixed(4)}°
        </span>
      )}
      {eventDate && <Timestamp time={eventDate} show="time" />}
      <span className={styles.statusEnd}>
        {texts.status.nextShape}
        {label ? <TaxonName label={label} /> : texts.status.noLabel}
      </span>
      {selected > 0 && <span>{texts.status.selected(selected)}</span>}
      <span>{workWords[workState]}</span>
    </footer>
  )
}
