import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnnotationSessionEdit } from '../../../shared/contracts/annotation-sessions.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { type Moment, MomentFields, momentAt, timeOf } from './moment-fields.tsx'
import { type AnnotationSession, reviseRound } from './queries.ts'
import styles from './rounds.module.css'
import { texts } from './texts.ts'

const { editDialog: words, fields } = texts

/** Dialog that edits the name, purpose and times of a round. The start is fixed once the round has begun, and the end once it has ended. */
// Long: all fields of one form, in order.
export function EditDialog({ round, onClose }: { round: AnnotationSession; onClose: () => void }) {
  const { state, revision } = round
  const revise = useMutation(reviseRound(round))
  const [problem, setProblem] = useState<string | null>(null)
  const [name, setName] = useState(round.name)
  const [description, setDescription] = useState(round.description ?? '')
  const [before] = useState(() => ({ start: momentAt(Date.parse(round.startsAt)), end: momentAt(Date.parse(round.endsAt)) }))
  const [start, setStart] = useState(before.start)
  const [end, setEnd] = useState(before.end)

  /** Returns the edit, or a sentence about the first invalid field. The fields have no seconds, so an unchanged time is not sent. */
  function edit(): string | AnnotationSessionEdit {
    if (!name.trim()) return fields.noName
    const [startsAt, endsAt] = [timeOf(start), timeOf(end)]
    if (!startsAt || !endsAt) return fields.notAMoment
    const [movesStart, movesEnd] = [isOther(start, before.start), isOther(end, before.end)]
    if ((movesStart || movesEnd) && endsAt <= startsAt) return fields.endNotAfterStart
    return {
      revision,
      name: name.trim(),
      description: description.trim() || null,
      ...(movesStart && { startsAt }),
      ...(movesEnd && { endsAt })
    }
  }

  async function submit() {
    const made = edit()
    if (typeof made === 'string') return setProblem(made)
    setProblem(null)
    try {
      await revise.mutateAsync(made)
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error, words.failed))
    }
  }

  return (
    <FormDialog
      title={words.title(round.name)}
      confirm={words.confirm}
      busy={revise.isPending}
      problem={problem}
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
      onClose={onClose}
    >
      <TextField
        label={fields.name}
        autoComplete="off"
        maxLength={120}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <TextArea
        label={fields.description}
        optional
        rows={2}
        maxLength={2000}
        value={description}
        onChange={event => setDescription(event.currentTarget.value)}
      />
      {state === 'planned' && <MomentFields name={fields.start} moment={start} onChange={setStart} />}
      {state !== 'ended' && <MomentFields name={fields.end} moment={end} onChange={setEnd} />}
      {state !== 'planned' && <p className={styles.quiet}>{state === 'running' ? words.hasBegun : words.hasEnded}</p>}
    </FormDialog>
  )
}

const isOther = (a: Moment, b: Moment) => a.day !== b.day || a.time !== b.time
