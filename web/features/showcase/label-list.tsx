import type { Dispatch } from 'react'
import slots from '../../charts/data-slot.module.css'
import { classNames } from '../../ui/class-names.ts'
import styles from './label-list.module.css'
import { labels } from './labels.ts'
import type { Action, Bench } from './marks.ts'
import { texts } from './texts.ts'

/** The list of labels, each with its key and the number of its annotations. */
export function LabelList({ state, dispatch }: { state: Bench; dispatch: Dispatch<Action> }) {
  const counts = labels.map(({ id }) => state.marks.filter(mark => mark.label === id).length)
  const most = Math.max(1, ...counts)
  return (
    <fieldset className={styles.list}>
      <legend>{state.selected === null ? texts.labels.next : texts.labels.of(state.selected)}</legend>
      {labels.map((label, index) => {
        const count = counts[index] ?? 0
        return (
          <label key={label.id} className={classNames(styles.label, slots.slot)} data-slot={label.slot}>
            <input
              type="radio"
              name="sample-label"
              checked={state.label === label.id}
              onChange={() => dispatch({ type: 'label', label: label.id, name: label.name })}
            />
            <kbd>{index + 1}</kbd>
            <span className={styles.glyph} aria-hidden="true">
              {label.glyph}
            </span>
            <span className={styles.name}>
              {label.name} <small>{label.scientificName}</small>
            </span>
            <span className={styles.bar} aria-hidden="true">
              <span style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <output className={styles.count} aria-label={`${label.name}: ${count}`}>
              {count}
            </output>
          </label>
        )
      })}
    </fieldset>
  )
}
