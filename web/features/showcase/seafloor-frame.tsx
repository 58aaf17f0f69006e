import { type Dispatch, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useWidth } from '../../charts/use-width.ts'
import { drawLasers, drawOrganisms, drawWater } from './draw-organisms.ts'
import { drawSeafloor } from './draw-seafloor.ts'
import { labelOf, labels } from './labels.ts'
import { MarkShape } from './mark-shape.tsx'
import { type Action, type Bench, markAt, type Place } from './marks.ts'
import { frame, type Organism, organisms } from './scene.ts'
import styles from './seafloor-frame.module.css'
import { texts } from './texts.ts'

const aspect = frame.width / frame.height
/** Distance in screen pixels within which a click selects an annotation instead of adding one. */
const reachPixels = 9
/** Pointer distance in screen pixels from which a drag draws a box. */
const dragPixels = 8

export type SeafloorFrameProps = {
  state: Bench
  dispatch: Dispatch<Action>
  /** Drawn animals that the person missed, to highlight. */
  missed: readonly Organism[]
  describedBy: string
}

/** The drawn frame with its annotations. Works with a pointer, by touch or with a keyboard alone. */
// Long: one drawing with its pointer and key handlers.
export function SeafloorFrame({ state, dispatch, missed, describedBy }: SeafloorFrameProps) {
  const [surface, width] = useWidth<HTMLDivElement>(768)
  const canvas = useRef<HTMLCanvasElement>(null)
  const pressedAt = useRef<Place | null>(null)
  const [drawn, setDrawn] = useState(false)
  const [pointed, setPointed] = useState(false)
  const name = labelOf(state.label).name
  const unit = frame.width / width

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    let current = true
    const paint = async () => {
      await drawSeafloor(context, frame.width, frame.height)
      if (!current) return
      drawOrganisms(context, organisms, frame.width, frame.height)
      drawWater(context, frame.width, frame.height)
      drawLasers(context, frame.lasers, frame.width, frame.height)
      setDrawn(true)
    }
    void paint()
    return () => {
      current = false
    }
  }, [])

  const placeOf = (event: PointerEvent): Place => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height }
  }

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    const place = placeOf(event)
    setPointed(true)
    dispatch({ type: 'move', to: place })
    const under = state.corner ? undefined : markAt(state.marks, place, reachPixels / width, aspect)
    if (under) return dispatch({ type: 'select', id: under.id })
    if (state.tool === 'box') {
      if (event.pointerType !== 'touch') event.currentTarget.setPointerCapture(event.pointerId)
      pressedAt.current = state.corner ? null : place
    }
    dispatch({ type: 'press', name })
  }

  const onPointerMove = (event: PointerEvent) => {
    if (state.corner) dispatch({ type: 'move', to: placeOf(event) })
  }

  const onPointerUp = (event: PointerEvent) => {
    const from = pressedAt.current
    pressedAt.current = null
    if (!from || !state.corner) return
    const place = placeOf(event)
    if (Math.hypot(place.x - from.x, place.y - from.y) < dragPixels / width) return
    dispatch({ type: 'move', to: place })
    dispatch({ type: 'press', name })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const action = keyAction(event, state)
    if (!action) return
    event.preventDefault()
    if (action.type === 'move') setPointed(false)
    dispatch(action)
  }

  return (
    <div
      ref={surface}
      className={styles.frame}
      role="application"
      aria-label={texts.frame.label}
      aria-describedby={describedBy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes keys
      tabIndex={0}
      data-pointed={pointed}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
    >
      <canvas ref={canvas} width={frame.width} height={frame.height} className={styles.picture} data-drawn={drawn} />
      {!drawn && <p className={styles.waiting}>{texts.frame.drawing}</p>}
      <svg className={styles.overlay} viewBox={`0 0 ${frame.width} ${frame.height}`} aria-hidden="true">
        {missed.map(({ kind, x, y, radius }) => (
          <g key={`${x} ${y}`} className={styles.missed}>
            <circle className={styles.casing} cx={x * frame.width} cy={y * frame.height} r={radius * frame.width * 1.15} />
            <circle cx={x * frame.width} cy={y * frame.height} r={radius * frame.width * 1.15} />
            <text x={x * frame.width} y={y * frame.height - radius * frame.width * 1.15 - 5 * unit} fontSize={13 * unit}>
              {labelOf(kind).name}
            </text>
          </g>
        ))}
        {state.marks.map(mark => (
          <MarkShape key={mark.id} mark={mark} selected={mark.id === state.selected} unit={unit} />
        ))}
        {state.corner && (
          <rect
            className={styles.draft}
            x={Math.min(state.corner.x, state.cursor.x) * frame.width}
            y={Math.min(state.corner.y, state.cursor.y) * frame.height}
            width={Math.abs(state.corner.x - state.cursor.x) * frame.width}
            height={Math.abs(state.corner.y - state.cursor.y) * frame.height}
          />
        )}
        <g
          className={styles.cross}
          transform={`translate(${state.cursor.x * frame.width} ${state.cursor.y * frame.height}) scale(${unit})`}
        >
          <path className={styles.casing} d="M-18 0H-5M5 0H18M0 -18V-5M0 5V18" />
          <path d="M-18 0H-5M5 0H18M0 -18V-5M0 5V18" />
        </g>
      </svg>
    </div>
  )
}

/** Maps a key to an action. As in BIIGLE, A is the point tool and S the box tool; digits choose the label. */
function keyAction(event: KeyboardEvent, state: Bench): Action | undefined {
  const { key } = event
  if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'z') return { type: 'undo' }
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  const step = event.shiftKey ? 0.05 : 0.01
  const { x, y } = state.cursor
  if (key === 'ArrowLeft') return { type: 'move', to: { x: x - step, y } }
  if (key === 'ArrowRight') return { type: 'move', to: { x: x + step, y } }
  if (key === 'ArrowUp') return { type: 'move', to: { x, y: y - step * aspect } }
  if (key === 'ArrowDown') return { type: 'move', to: { x, y: y + step * aspect } }
  if (key === 'Enter' || key === ' ') return { type: 'press', name: labelOf(state.label).name }
  if (key === 'Escape') return { type: 'cancel' }
  if (key === 'Delete' || key === 'Backspace') return { type: 'remove', id: state.selected }
  if (key.toLowerCase() === 'a') return { type: 'tool', tool: 'point' }
  if (key.toLowerCase() === 's') return { type: 'tool', tool: 'box' }
  const label = labels[Number(key) - 1]
  return label && { type: 'label', label: label.id, name: label.name }
}
