import { useId, useReducer, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { compare } from './comparison.ts'
import { LabelList } from './label-list.tsx'
import { MarkList } from './mark-list.tsx'
import { bench, emptyBench } from './marks.ts'
import { OccurrenceTable } from './occurrence-table.tsx'
import { frame, frameAreaInSquareMeters, organisms } from './scene.ts'
import { SeafloorFrame } from './seafloor-frame.tsx'
import styles from './showcase.module.css'

/** Demo on the landing page: people annotate animals on a drawn frame, and the data appear beside it. */
// Long: one region, in the order of the page.
export function Showcase() {
  const [state, dispatch] = useReducer(bench, emptyBench)
  const [comparing, setComparing] = useState(false)
  const help = useId()
  const comparison = compare(state.marks, organisms)
  const area = frameAreaInSquareMeters()

  return (
    <div className={styles.showcase}>
      <div className={styles.bench}>
        <div className={styles.bar} role="toolbar" aria-label="Annotation tools">
          <Button size="small" aria-pressed={state.tool === 'point'} onClick={() => dispatch({ type: 'tool', tool: 'point' })}>
            Point <kbd>A</kbd>
          </Button>
          <Button size="small" aria-pressed={state.tool === 'box'} onClick={() => dispatch({ type: 'tool', tool: 'box' })}>
            Box <kbd>S</kbd>
          </Button>
          <span className={styles.gap} />
          <Button size="small" variant="quiet" aria-disabled={state.past.length === 0} onClick={() => dispatch({ type: 'undo' })}>
            Undo
          </Button>
          <Button size="small" variant="quiet" aria-disabled={state.marks.length === 0} onClick={() => dispatch({ type: 'clear' })}>
            Clear
          </Button>
        </div>
        <SeafloorFrame state={state} dispatch={dispatch} missed={comparing ? comparison.missed : []} describedBy={help} />
        <p className={styles.status}>
          <span>Drawn by a program, no place on Earth</span>
          <span>{frame.depthInMeters.toLocaleString('en-GB')} m</span>
          <span>Lasers {frame.laserSpacingInMeters * 100} cm apart</span>
          <span>{area.toFixed(2)} m² in view</span>
        </p>
        <p id={help} className={styles.help}>
          Click an animal to annotate it. For a box, drag or click two corners. By keyboard: arrows move the cross (Shift: in larger steps),
          Enter adds a point or a corner, 1–7 choose the label, Delete removes, Esc cancels.
        </p>
        <p className={styles.announcement} role="status">
          {state.announcement}
        </p>
      </div>
      <div className={styles.side}>
        <LabelList state={state} dispatch={dispatch} />
        <dl className={styles.sums}>
          <div>
            <dt>Annotated</dt>
            <dd>{state.marks.length}</dd>
          </div>
          <div>
            <dt>Density</dt>
            <dd>{(state.marks.length / area).toFixed(1)} per m²</dd>
          </div>
        </dl>
        <MarkList state={state} dispatch={dispatch} />
        <div className={styles.compare}>
          <Button size="small" aria-pressed={comparing} onClick={() => setComparing(!comparing)}>
            Compare with the drawn animals
          </Button>
          {comparing && (
            <p role="status">
              You found {comparison.found} of the {organisms.length} animals that our program drew and named {comparison.namedAsDrawn} of
              them as drawn.
              {comparison.strayMarks > 0 &&
                ` ${comparison.strayMarks} of your annotations ${comparison.strayMarks === 1 ? 'has' : 'have'} no animal below.`}
            </p>
          )}
        </div>
      </div>
      <OccurrenceTable marks={state.marks} />
    </div>
  )
}
