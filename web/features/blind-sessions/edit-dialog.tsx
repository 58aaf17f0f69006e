import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnnotationSessionEdit } from '../../../shared/contracts/annotation-sessions.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { type Moment, MomentFields, momentAt, notAMoment, timeOf } from './moment-fields.tsx'
import { type AnnotationSession, reviseSession } from './queries.ts'
import styles from './sessions.module.css'

/** Changes what a session is called and what it is for, its end until it has ended, and its start until it has begun. */
// Long: the fields of one form in their order.
export function EditDialog({ session, onClose }: { session: AnnotationSession; onClose: () => void }) {
  const { state, revision } = session
  const revise = useMutation(reviseSession(session))
  const [problem, setProblem] = useState<string | null>(null)
  const [name, setName] = useState(session.name)
  const [description, setDescription] = useState(session.description ?? '')
  const [before] = useState(() => ({ start: momentAt(Date.parse(session.startsAt)), end: momentAt(Date.parse(session.endsAt)) }))
  const [start, setStart] = useState(before.start)
  const [end, setEnd] = useState(before.end)

  /** What is wrong, as a sentence; or what is different. Seconds are not shown, so a time that is left alone is not sent. */
  function edit(): string | AnnotationSessionEdit {
    if (!name.trim()) return 'Give the session a name.'
    const [startsAt, endsAt] = [timeOf(start), timeOf(end)]
    if (!startsAt || !endsAt) return notAMoment
    const [movesStart, movesEnd] = [isOther(start, before.start), isOther(end, before.end)]
    if ((movesStart || movesEnd) && endsAt <= startsAt) return 'The end is not after the start.'
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
      setProblem(sentenceOf(error, 'The session was not changed.'))
    }
  }

  return (
    <FormDialog
      title={`Edit “${session.name}”`}
      confirm="Save session"
      busy={revise.isPending}
      problem={problem}
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
      onClose={onClose}
    >
      <TextField label="Name" autoComplete="off" maxLength={120} value={name} onChange={event => setName(event.currentTarget.value)} />
      <TextArea
        label="What is it for"
        optional
        rows={2}
        maxLength={2000}
        value={description}
        onChange={event => setDescription(event.currentTarget.value)}
      />
      {state === 'planned' && <MomentFields name="Start" moment={start} onChange={setStart} />}
      {state !== 'ended' && <MomentFields name="End" moment={end} onChange={setEnd} />}
      {state !== 'planned' && (
        <p className={styles.quiet}>
          {state === 'running'
            ? 'The session has begun, so its start stays as it is.'
            : 'The session has ended, so its times stay as they are.'}
        </p>
      )}
    </FormDialog>
  )
}

const isOther = (a: Moment, b: Moment) => a.day !== b.day || a.time !== b.time
