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
import { texts } from './texts.ts'

const { bar: tools, frame: words, marks } = texts

/** Demo on the landing page: people annotate animals on a drawn frame, and the data appear beside it. */
// Long: one region of the page, top to bottom.
export function Showcase() {
  const [state, dispatch] = useReducer(bench, emptyBench)
  const [comparing, setComparing] = useState(false)
  const help = useId()
  const comparison = compare(state.marks, organisms)
  const area = frameAreaInSquareMeters()

  return (
    <div className={styles.showcase}>
      <div className={styles.bench}>
        <div className={styles.bar} role="toolbar" aria-label={tools.label}>
          <Button size="small" aria-pressed={state.tool === 'point'} onClick={() => dispatch({ type: 'tool', tool: 'point' })}>
            {tools.point} <kbd>A</kbd>
          </Button>
          <Button size="small" aria-pressed={state.tool === 'box'} onClick={() => dispatch({ type: 'tool', tool: 'box' })}>
            {tools.box} <kbd>S</kbd>
          </Button>
          <span className={styles.gap} />
          <Button size="small" variant="quiet" aria-disabled={state.past.length === 0} onClick={() => dispatch({ type: 'undo' })}>
            {tools.undo}
          </Button>
          <Button size="small" variant="quiet" aria-disabled={state.marks.length === 0} onClick={() => dispatch({ type: 'clear' })}>
            {tools.clear}
          </Button>
        </div>
        <SeafloorFrame state={state} dispatch={dispatch} missed={comparing ? comparison.missed : []} describedBy={help} />
        <p className={styles.status}>
          <span>{words.drawn}</span>
          <span>{frame.depthInMeters.toLocaleString('en-GB')} m</span>
          <span>{words.lasers(frame.laserSpacingInMeters * 100)}</span>
          <span>{words.area(area)}</span>
        </p>
        <p id={help} className={styles.help}>
          {words.help}
        </p>
        <p className={styles.announcement} role="status">
          {state.announcement}
        </p>
      </div>
      <div className={styles.side}>
        <LabelList state={state} dispatch={dispatch} />
        <dl className={styles.sums}>
          <div>
            <dt>{marks.annotated}</dt>
            <dd>{state.marks.length}</dd>
          </div>
          <div>
            <dt>{marks.density}</dt>
            <dd>{marks.perSquareMeter(state.marks.length / area)}</dd>
          </div>
        </dl>
        <MarkList state={state} dispatch={dispatch} />
        <div className={styles.compare}>
          <Button size="small" aria-pressed={comparing} onClick={() => setComparing(!comparing)}>
            {texts.comparison.compare}
          </Button>
          {comparing && (
            <p role="status">
              {texts.comparison.found(comparison.found, organisms.length, comparison.namedAsDrawn)}
              {comparison.strayMarks > 0 && texts.comparison.stray(comparison.strayMarks)}
            </p>
          )}
        </div>
      </div>
      <OccurrenceTable marks={state.marks} />
    </div>
  )
}
