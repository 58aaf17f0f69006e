import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Checkbox, RadioGroup } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { ImageChoice } from './image-choice.tsx'
import { MomentFields } from './moment-fields.tsx'
import { draftOf, firstPlan, type Plan } from './plan-draft.ts'
import { planRound } from './queries.ts'
import styles from './rounds.module.css'
import { texts } from './texts.ts'

const { planDialog: words, fields } = texts

interface PlanDialogProps {
  projectId: string
  /** People who can annotate in the project. */
  people: { id: string; name: string }[]
  labels: readonly OutlineLabel[]
  onPlanned: (roundId: string) => void
  onClose: () => void
}

/** Dialog that plans a blind session: its members, times and images. */
// Long: all fields of one form, in order.
export function PlanDialog({ projectId, people, labels, onPlanned, onClose }: PlanDialogProps) {
  const plan = useMutation(planRound(projectId))
  const [problem, setProblem] = useState<string | null>(null)
  const [draft, setDraft] = useState(firstPlan)
  const set = (change: Partial<Plan>) => setDraft(before => ({ ...before, ...change }))

  async function submit() {
    const made = draftOf(draft)
    if (typeof made === 'string') return setProblem(made)
    setProblem(null)
    try {
      onPlanned((await plan.mutateAsync(made)).id)
    } catch (error) {
      setProblem(sentenceOf(error, words.failed))
    }
  }

  return (
    <FormDialog
      title={words.title}
      confirm={words.confirm}
      busy={plan.isPending}
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
        value={draft.name}
        onChange={event => set({ name: event.currentTarget.value })}
      />
      <TextArea
        label={fields.description}
        optional
        rows={2}
        maxLength={2000}
        value={draft.description}
        onChange={event => set({ description: event.currentTarget.value })}
      />
      <fieldset className={styles.people}>
        <legend>{words.members}</legend>
        {people.map(({ id, name: person }) => (
          <Checkbox
            key={id}
            label={person}
            checked={draft.members.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              set({ members: checked ? [...draft.members, id] : draft.members.filter(other => other !== id) })
            }
          />
        ))}
        {people.length < 2 && <p className={styles.quiet}>{words.tooFewPeople}</p>}
      </fieldset>
      <RadioGroup
        legend={fields.start}
        name="start"
        value={draft.start}
        onChange={start => set({ start })}
        options={[
          { value: 'now', label: words.now },
          { value: 'later', label: words.later }
        ]}
      />
      {draft.start === 'later' && <MomentFields name={fields.start} moment={draft.startsAt} onChange={startsAt => set({ startsAt })} />}
      <MomentFields name={fields.end} moment={draft.endsAt} onChange={endsAt => set({ endsAt })} />
      <Checkbox
        label={words.hidesEarlier}
        description={words.hidesEarlierAbout}
        checked={draft.hidesEarlier}
        onChange={event => set({ hidesEarlier: event.currentTarget.checked })}
      />
      <ImageChoice plan={draft} labels={labels} onChange={set} />
    </FormDialog>
  )
}
