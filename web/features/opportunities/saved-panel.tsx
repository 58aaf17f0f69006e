import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Opportunity } from '../../../shared/contracts/opportunities.ts'
import { reminderLimit } from '../../../shared/limits.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Section } from '../../ui/section.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './page.module.css'
import { changeSave } from './queries.ts'
import { texts } from './texts.ts'

const { saved: words } = texts

/** Reminder times to choose from, in hours before a date. */
const offered = [30 * 24, 14 * 24, 7 * 24, 3 * 24, 24, 3]

/** Panel with the note and the reminders of a saved opportunity. */
export function SavedPanel({ opportunity: { id, saved, savedBy } }: { opportunity: Opportunity }) {
  const { mutate, mutateAsync, isPending } = useMutation({
    ...changeSave(id),
    onError: error => showToast({ tone: 'danger', title: texts.list.notSaved, description: sentenceOf(error, texts.refused) })
  })
  return (
    <Section title={words.title}>
      {saved ? (
        <div className={styles.stack}>
          <Reminders saved={saved.reminders} onChange={reminders => mutateAsync({ reminders })} />
          <NoteForm key={saved.note} note={saved.note} busy={isPending} onKeep={note => mutate({ note })} />
          <p className={styles.quiet}>{words.about}</p>
        </div>
      ) : (
        <div className={styles.stack}>
          <p className={styles.quiet}>{words.unsaved}</p>
          <Button busy={isPending} onClick={() => mutate({})}>
            {words.save}
          </Button>
        </div>
      )}
      {savedBy && <p className={styles.quiet}>{words.by(savedBy)}</p>}
    </Section>
  )
}

interface RemindersProps {
  /** Hours before a date, as the server has them. */
  saved: number[]
  /** Saves the hours. The promise rejects when the server refuses them, and settles when `saved` is the newest. */
  onChange: (hours: number[]) => Promise<unknown>
}

function Reminders({ saved, onChange }: RemindersProps) {
  /** Hours whose change has not been answered; null if there are none. */
  const [wanted, setWanted] = useState<number[] | null>(null)
  const chosen = wanted ?? saved
  const all = [...new Set([...offered, ...saved])].sort((one, other) => other - one)
  const set = (hours: number[]) => {
    const settle = () => setWanted(newest => (newest === hours ? null : newest))
    setWanted(hours)
    onChange(hours).then(settle, settle)
  }
  return (
    <fieldset className={styles.checks}>
      <legend>{words.reminders}</legend>
      {all.map(hours => (
        <Checkbox
          key={hours}
          label={words.hours(hours)}
          checked={chosen.includes(hours)}
          disabled={!chosen.includes(hours) && chosen.length >= reminderLimit}
          onChange={event => set(event.target.checked ? [...chosen, hours] : chosen.filter(other => other !== hours))}
        />
      ))}
    </fieldset>
  )
}

interface NoteFormProps {
  note: string | null
  busy: boolean
  onKeep: (note: string) => void
}

function NoteForm({ note, busy, onKeep }: NoteFormProps) {
  const [typed, setTyped] = useState(note ?? '')
  const send = (event: FormEvent) => {
    event.preventDefault()
    onKeep(typed)
  }
  return (
    <form className={`${styles.stack} ${styles.wide}`} onSubmit={send}>
      <TextArea
        label={words.note}
        className={styles.wide}
        rows={2}
        maxLength={1000}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
      {typed.trim() !== (note ?? '') && (
        <Button type="submit" size="small" busy={busy}>
          {words.keep}
        </Button>
      )}
    </form>
  )
}
