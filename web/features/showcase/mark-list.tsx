import type { Dispatch } from 'react'
import { labelOf } from './labels.ts'
import styles from './mark-list.module.css'
import type { Action, Bench } from './marks.ts'
import { texts } from './texts.ts'

const { marks: words } = texts

/** Text alternative to the frame: a list in which each annotation can be selected and removed. */
export function MarkList({ state, dispatch }: { state: Bench; dispatch: Dispatch<Action> }) {
  if (state.marks.length === 0) return <p className={styles.empty}>{words.none}</p>
  return (
    <ol className={styles.list} aria-label={words.label}>
      {state.marks.map(({ id, label, shape }) => (
        <li key={id} data-selected={id === state.selected}>
          <button
            type="button"
            className={styles.select}
            aria-pressed={id === state.selected}
            onClick={() => dispatch({ type: 'select', id: id === state.selected ? null : id })}
          >
            <span className={styles.number}>{id}</span> {labelOf(label).name}
            <small>
              {shape.kind} {shape.x.toFixed(2)} {shape.y.toFixed(2)}
            </small>
          </button>
          <button type="button" className={styles.remove} onClick={() => dispatch({ type: 'remove', id })} aria-label={words.remove(id)}>
            ×
          </button>
        </li>
      ))}
    </ol>
  )
}
