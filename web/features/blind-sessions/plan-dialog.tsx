import { useMutation } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import type { AnnotationSessionDraft, SessionImages } from '../../../shared/contracts/annotation-sessions.ts'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { labelBook } from '../../annotation/label-book.ts'
import { LabelPanel } from '../../annotation/label-panel.tsx'
import { sentenceOf } from '../../api/api-error.ts'
import { Checkbox, RadioGroup } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { MomentFields, momentAt, notAMoment, timeOf } from './moment-fields.tsx'
import { planSession } from './queries.ts'
import styles from './sessions.module.css'

const weekMs = 7 * 86_400_000

interface PlanDialogProps {
  projectId: string
  /** Who can annotate in the project. */
  people: { id: string; name: string }[]
  labels: readonly OutlineLabel[]
  onPlanned: (sessionId: string) => void
  onClose: () => void
}

/** Plans a blind session: who, when, and on which images. */
export function PlanDialog({ projectId, people, labels, onPlanned, onClose }: PlanDialogProps) {
  const searchId = useId()
  const book = useMemo(() => labelBook(labels), [labels])
  const plan = useMutation(planSession(projectId))
  const [problem, setProblem] = useState<string | null>(null)
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [start, setStart] = useState<'now' | 'later'>('now')
  const [startsAt, setStartsAt] = useState(() => momentAt(Date.now() + 3_600_000))
  const [endsAt, setEndsAt] = useState(() => momentAt(Date.now() + weekMs))
  const [members, setMembers] = useState<readonly string[]>([])
  const [hidesEarlier, setHidesEarlier] = useState(true)
  const [kind, setKind] = useState<SessionImages['kind']>('all')
  const [count, setCount] = useState('50')
  const [seed, setSeed] = useState('1')
  const [labelId, setLabelId] = useState<string | null>(null)
  const [names, setNames] = useState('')

  /** What is missing, as a sentence; or the draft. */
  function draft(): string | AnnotationSessionDraft {
    if (!name.trim()) return 'Give the session a name.'
    if (members.length < 2) return 'Choose two people or more who take part.'
    const [begin, end] = [start === 'now' ? new Date().toISOString() : timeOf(startsAt), timeOf(endsAt)]
    if (!begin || !end) return notAMoment
    if (end <= begin) return 'The end is not after the start.'
    const images = chosen()
    if (typeof images === 'string') return images
    return {
      name: name.trim(),
      description: description.trim() || null,
      startsAt: begin,
      endsAt: end,
      hidesEarlier,
      memberIds: [...members],
      images
    }
  }

  function chosen(): string | SessionImages {
    if (kind === 'all') return { kind }
    if (kind === 'label') return labelId ? { kind, labelId } : 'Choose the label that the images have.'
    if (kind === 'sample') {
      const number = Number(count)
      if (!Number.isInteger(number) || number < 1) return 'Say how many images are drawn.'
      return seed.trim() ? { kind, count: number, seed: seed.trim() } : 'Give a seed, any word or number.'
    }
    const fileNames = names.split(/[\n,;]+/).flatMap(line => line.trim() || [])
    return fileNames.length > 0 ? { kind, fileNames } : 'Name the images, one on each line.'
  }

  async function submit() {
    const made = draft()
    if (typeof made === 'string') return setProblem(made)
    setProblem(null)
    try {
      onPlanned((await plan.mutateAsync(made)).id)
    } catch (error) {
      setProblem(sentenceOf(error, 'The session was not planned.'))
    }
  }

  return (
    <FormDialog
      title="Plan a blind session"
      confirm="Plan session"
      busy={plan.isPending}
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
      <fieldset className={styles.people}>
        <legend>Who takes part</legend>
        {people.map(({ id, name: person }) => (
          <Checkbox
            key={id}
            label={person}
            checked={members.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              setMembers(before => (checked ? [...before, id] : before.filter(other => other !== id)))
            }
          />
        ))}
        {people.length < 2 && <p className={styles.quiet}>Two owners or editors are needed: add people in the project’s Settings.</p>}
      </fieldset>
      <RadioGroup
        legend="Start"
        name="start"
        value={start}
        onChange={setStart}
        options={[
          { value: 'now', label: 'At once' },
          { value: 'later', label: 'Later' }
        ]}
      />
      {start === 'later' && <MomentFields name="Start" moment={startsAt} onChange={setStartsAt} />}
      <MomentFields name="End" moment={endsAt} onChange={setEndsAt} />
      <Checkbox
        label="Also hide what others marked before"
        description="Otherwise earlier marks stay visible, and cannot be changed while the session runs."
        checked={hidesEarlier}
        onChange={event => setHidesEarlier(event.currentTarget.checked)}
      />
      <RadioGroup
        legend="Images"
        name="images"
        value={kind}
        onChange={setKind}
        options={[
          { value: 'all', label: 'All that the project has now' },
          { value: 'sample', label: 'Some at random' },
          { value: 'label', label: 'Those on which something has a label' },
          { value: 'named', label: 'Those that I name' }
        ]}
      />
      {kind === 'sample' && (
        <div className={styles.pair}>
          <TextField label="How many" type="number" min={1} value={count} onChange={event => setCount(event.currentTarget.value)} />
          <TextField
            label="Seed"
            description="The same seed draws the same images again."
            value={seed}
            onChange={event => setSeed(event.currentTarget.value)}
          />
        </div>
      )}
      {kind === 'label' && (
        <div className={styles.picker}>
          <LabelPanel
            book={book}
            current={labelId}
            recent={labelId ? [labelId] : []}
            searchId={searchId}
            onChoose={setLabelId}
            onCreate={null}
            onLeave={() => {}}
          />
        </div>
      )}
      {kind === 'named' && (
        <TextArea
          label="File names"
          description="One on each line."
          rows={5}
          value={names}
          onChange={event => setNames(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  )
}
