import { useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import styles from './conflict-panel.module.css'
import { texts } from './texts.ts'

/** A field that two people changed, with both values as text. */
export interface ConflictingField<Name extends string> {
  name: Name
  label: string
  mine: string
  theirs: string
}

export type Side = 'mine' | 'theirs'

interface ConflictPanelProps<Name extends string> {
  /** Object named in the title: `this project`. */
  subject: string
  fields: ConflictingField<Name>[]
  /** Saves the chosen side of each field. */
  onResolve: (choices: Partial<Record<Name, Side>>) => void
  /** Discards the person's edit and shows the newer version. */
  onDiscard: () => void
  busy: boolean
}

/** Panel for an edit that conflicts with a newer one. It shows both versions side by side, with a choice for each field. */
export function ConflictPanel<Name extends string>({ subject, fields, onResolve, onDiscard, busy }: ConflictPanelProps<Name>) {
  const [choices, setChoices] = useState<Partial<Record<Name, Side>>>({})
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const open = fields.filter(({ name }) => !choices[name]).length
  return (
    <section ref={panel} className={styles.panel} aria-label={texts.label} tabIndex={-1}>
      <div>
        <h2>{texts.title(subject)}</h2>
        <p>{texts.about}</p>
      </div>
      {fields.map(({ name, label, mine, theirs }) => (
        <fieldset key={name}>
          <legend>{label}</legend>
          <div className={styles.sides}>
            {(['mine', 'theirs'] as const).map(side => (
              <label key={side} className={styles.side}>
                <input
                  type="radio"
                  name={`conflict-${name}`}
                  checked={choices[name] === side}
                  onChange={() => setChoices(before => ({ ...before, [name]: side }))}
                />
                <strong>{texts.sides[side]}</strong>
                <Value text={side === 'mine' ? mine : theirs} />
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <div className={styles.actions}>
        <Button onClick={onDiscard}>{texts.discard}</Button>
        <Button variant="primary" busy={busy} disabled={open > 0} onClick={() => onResolve(choices)}>
          {texts.save}
        </Button>
      </div>
    </section>
  )
}

const Value = ({ text }: { text: string }) =>
  text === '' ? <span className={`${styles.value} ${styles.empty}`}>{texts.empty}</span> : <span className={styles.value}>{text}</span>
