import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from './conflict-panel.module.css'
import { type Conflict, type FieldName, fieldLabels } from './project-fields.ts'
import { visibilityWords } from './words.ts'

type Side = 'mine' | 'theirs'

interface ConflictPanelProps {
  conflicts: Conflict[]
  /** Saves with the chosen side of each field. */
  onResolve: (choices: Partial<Record<FieldName, Side>>) => void
  /** Gives the own edit up and shows the newer project. */
  onDiscard: () => void
  busy: boolean
}

/** Someone else changed the same fields in the meantime: both versions side by side, and a way on. */
export function ConflictPanel({ conflicts, onResolve, onDiscard, busy }: ConflictPanelProps) {
  const [choices, setChoices] = useState<Partial<Record<FieldName, Side>>>({})
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const open = conflicts.filter(({ name }) => !choices[name]).length
  return (
    <section ref={panel} className={styles.panel} aria-label="Changed by someone else" tabIndex={-1}>
      <div>
        <h2>Someone else changed this project while you were editing</h2>
        <p>Nothing is lost. Choose for each field what shall stand, then save.</p>
      </div>
      {conflicts.map(({ name, mine, theirs }) => (
        <fieldset key={name}>
          <legend>{fieldLabels[name]}</legend>
          <div className={styles.sides}>
            {(['mine', 'theirs'] as const).map(side => (
              <label key={side} className={styles.side}>
                <input
                  type="radio"
                  name={`conflict-${name}`}
                  checked={choices[name] === side}
                  onChange={() => setChoices(before => ({ ...before, [name]: side }))}
                />
                <strong>{side === 'mine' ? 'Yours' : 'Theirs'}</strong>
                <Value name={name} text={side === 'mine' ? mine : theirs} />
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <div className={styles.actions}>
        <Button onClick={onDiscard}>Discard mine</Button>
        <Button variant="primary" busy={busy} disabled={open > 0} onClick={() => onResolve(choices)}>
          Save what I chose
        </Button>
      </div>
    </section>
  )
}

function Value({ name, text }: { name: FieldName; text: string }) {
  if (text === '') return <span className={`${styles.value} ${styles.empty}`}>empty</span>
  return <span className={styles.value}>{name === 'visibility' ? visibilityWords[text as keyof typeof visibilityWords] : text}</span>
}
