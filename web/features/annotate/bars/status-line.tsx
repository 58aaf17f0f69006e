import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { workWords } from '../../../annotation/work-words.ts'
import { formatScale } from '../../../canvas/measures.ts'
import type { ImageCard } from '../../../imagery/images.ts'
import { formatCount } from '../../../ui/format.ts'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { Timestamp } from '../../../ui/timestamp.tsx'
import styles from '../workspace.module.css'

interface StatusLineProps {
  image: ImageCard
  zoom: string
  /** Label of the next shape. */
  label: OutlineLabel | undefined
  selected: number
  metersPerPixel: number | null
}

/** Line below the image with facts about the image and the view. */
export function StatusLine({ image, zoom, label, selected, metersPerPixel }: StatusLineProps) {
  const { width, height, depthInMeters, eventDate, decimalLatitude, decimalLongitude, workState } = image
  return (
    <footer className={styles.status}>
      <span>{zoom}</span>
      <span>
        {width} × {height}
      </span>
      {metersPerPixel !== null && <span>{formatScale(metersPerPixel)}</span>}
      {depthInMeters !== null && <span>{depthInMeters} m deep</span>}
      {decimalLatitude !== null && decimalLongitude !== null && (
        <span>
          {decimalLatitude.toFixed(4)}°, {decimalLongitude.toFixed(4)}°
        </span>
      )}
      {eventDate && <Timestamp time={eventDate} show="time" />}
      <span className={styles.statusEnd}>Next shape: {label ? <TaxonName label={label} /> : 'no label'}</span>
      {selected > 0 && <span>{formatCount(selected, 'selected', 'selected')}</span>}
      <span>{workWords[workState]}</span>
    </footer>
  )
}
