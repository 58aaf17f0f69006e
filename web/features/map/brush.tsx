import { type PointerEvent, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from './brush.module.css'
import { texts } from './texts.ts'

/** Bar of the histogram. `from` and `to` are inclusive and written as in a filter. */
export interface BrushBar {
  from: string
  to: string
  count: number
}

interface BrushProps {
  title: string
  bars: readonly BrushBar[]
  /** Axis labels of the first and the last value. */
  ends: readonly [string, string]
  /** Number of records without a value, as a sentence; null when there are none. */
  missing: string | null
  /** Returns whether a bar lies in the selected range; null when no range is selected. */
  isSelected: ((bar: BrushBar) => boolean) | null
  onRange: (range: { from: string; to: string } | null) => void
}

const height = 44

/** Small histogram in which a drag selects a range. Keyboard users set the same conditions in the filter above the chart. */
// Long: one figure and the drag that selects a range.
export function Brush({ title, bars, ends, missing, isSelected, onRange }: BrushProps) {
  const id = useId()
  const plot = useRef<SVGSVGElement>(null)
  const [drag, setDrag] = useState<readonly [from: number, to: number] | null>(null)
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const barAt = (event: PointerEvent) => {
    const box = plot.current?.getBoundingClientRect()
    const part = box ? (event.clientX - box.left) / box.width : 0
    return Math.max(0, Math.min(bars.length - 1, Math.floor(part * bars.length)))
  }
  const dragged = drag && ([Math.min(...drag), Math.max(...drag)] as const)
  const isLit = (bar: BrushBar, index: number) => (dragged ? index >= dragged[0] && index <= dragged[1] : (isSelected?.(bar) ?? true))

  function finish() {
    setDrag(null)
    const [first, last] = dragged ? [bars[dragged[0]], bars[dragged[1]]] : []
    if (first && last) onRange({ from: first.from, to: last.to })
  }

  if (bars.length === 0 && missing === null && isSelected === null) return null
  return (
    <figure className={styles.brush} aria-labelledby={id}>
      <figcaption id={id} className={styles.head}>
        <span>{title}</span>
        {isSelected && (
          <Button size="small" variant="quiet" onClick={() => onRange(null)}>
            {texts.brush.clear}
          </Button>
        )}
      </figcaption>
      {bars.length > 0 && (
        <>
          <svg
            ref={plot}
            className={styles.plot}
            viewBox={`0 0 ${bars.length} ${height}`}
            height={height}
            preserveAspectRatio="none"
            aria-hidden
            onPointerDown={event => {
              event.currentTarget.setPointerCapture(event.pointerId)
              setDrag([barAt(event), barAt(event)])
            }}
            onPointerMove={event => drag && setDrag([drag[0], barAt(event)])}
            onPointerUp={finish}
            onPointerCancel={() => setDrag(null)}
          >
            {bars.map((bar, index) => (
              <rect
                key={bar.from}
                className={styles.bar}
                data-lit={isLit(bar, index) || undefined}
                x={index + 0.06}
                width={0.88}
                y={height - barHeight(bar.count, most)}
                height={barHeight(bar.count, most)}
              />
            ))}
          </svg>
          <p className={styles.ends}>
            <span>{ends[0]}</span>
            <span>{ends[1]}</span>
          </p>
        </>
      )}
      {missing && <p className={styles.missing}>{missing}</p>}
    </figure>
  )
}

const barHeight = (count: number, most: number) => (count === 0 ? 0 : Math.max(2, (height - 2) * (count / most)))
