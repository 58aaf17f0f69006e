import type { OutlineLabel } from '../../shared/contracts/taxonomy.ts'
import { type Glyph, lookOfLabel } from './label-look.ts'
import styles from './swatch.module.css'

/** Paths of the symbols, on a grid of 12 units. */
const paths: Record<Glyph, string> = {
  circle: 'M6 .8a5.2 5.2 0 1 1 0 10.4A5.2 5.2 0 0 1 6 .8z',
  square: 'M1.3 1.3h9.4v9.4H1.3z',
  triangle: 'M6 .7 11.6 11H.4z',
  diamond: 'M6 .2 11.8 6 6 11.8.2 6z',
  wedge: 'M6 11.3.4 1h11.2z',
  cross: 'M4 .6h4V4h3.4v4H8v3.4H4V8H.6V4H4z',
  star: 'm6 .3 1.7 3.8 4.1.4-3.1 2.8.9 4.1L6 9.3l-3.6 2.1.9-4.1L.2 4.5l4.1-.4z',
  pentagon: 'm6 .4 5.7 4.1-2.2 6.7h-7L.3 4.5z'
}

/** Colour and symbol of a label, or a ring if there is no label. The caller shows the name beside it. */
export function Swatch({ label }: { label: Pick<OutlineLabel, 'colour' | 'paletteColour'> | undefined }) {
  const { css, glyph } = lookOfLabel(label)
  const isPlain = glyph === null && !label?.colour
  return (
    <svg className={styles.swatch} viewBox="0 0 12 12" style={{ color: css }} aria-hidden data-plain={isPlain || undefined}>
      <path d={paths[glyph ?? 'circle']} />
    </svg>
  )
}
