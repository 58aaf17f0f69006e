import slots from '../../charts/data-slot.module.css'
import { classNames } from '../../ui/class-names.ts'
import { labelOf } from './labels.ts'
import styles from './mark-shape.module.css'
import type { Mark } from './marks.ts'
import { frame } from './scene.ts'

export type MarkShapeProps = {
  mark: Mark
  selected: boolean
  /** Overlay units per screen pixel. They scale point markers and captions, which then keep their size on screen. */
  unit: number
}

/** One annotation over the picture. A dark casing and a glyph at its corner make it legible on mud and on animals. */
export function MarkShape({ mark: { id, label, shape }, selected, unit }: MarkShapeProps) {
  const { slot, glyph } = labelOf(label)
  const x = shape.x * frame.width
  const y = shape.y * frame.height
  const box = shape.kind === 'box' && { x, y, width: shape.width * frame.width, height: shape.height * frame.height }
  return (
    <g className={classNames(styles.mark, slots.slot)} data-slot={slot} data-selected={selected}>
      {box ? (
        <>
          <rect className={styles.casing} {...box} />
          <rect className={styles.line} {...box} />
        </>
      ) : (
        <>
          <circle className={styles.casing} cx={x} cy={y} r={7 * unit} />
          <circle className={styles.line} cx={x} cy={y} r={7 * unit} />
          <circle className={styles.centre} cx={x} cy={y} r={1.6 * unit} />
        </>
      )}
      <text x={x + (box ? 2 : 10) * unit} y={y - 5 * unit} fontSize={13 * unit}>
        <tspan className={styles.glyph}>{glyph}</tspan> {id}
      </text>
    </g>
  )
}
