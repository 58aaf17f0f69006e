import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { Observation } from '../../../shared/contracts/observations.ts'
import { ApiError, sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { FormFields, Section } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './observations.module.css'
import { saveObservation } from './queries.ts'
import { type Named, readForm } from './read-form.ts'
import { texts } from './texts.ts'

const { form: words } = texts
/** Maximum number of labels suggested for a name. */
const mostProposed = 50
/** Fields that are cleared before the next entry. */
const ofOneEntry = ['name', 'individualCount', 'occurrenceRemarks']

interface ObservationFormProps {
  projectId: string
  labels: readonly Named[]
  sites: readonly Named[]
  /** Observation to edit; null for a new one. */
  before: Observation | null
  onEnd(): void
}

/** Form for an observation. After an entry, the form keeps the date, place, observer and method for the next one. */
// Long: the fields of one form in order.
export function ObservationForm({ projectId, labels, sites, before, onEnd }: ObservationFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const save = useMutation(saveObservation(projectId, before))
  const [problem, setProblem] = useState<string | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [typed, setTyped] = useState('')
  const listId = useId()
  const isChange = before !== null
  useEffect(() => {
    if (isChange) (form.current?.elements.namedItem('name') as HTMLInputElement | undefined)?.focus()
  }, [isChange])
  const part = typed.trim().toLowerCase()
  const proposed = labels.filter(({ name }) => part !== '' && name.toLowerCase().includes(part)).slice(0, mostProposed)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (save.isPending) return
    const fields = event.currentTarget
    const sent = new FormData(fields)
    const read = readForm(sent, labels, before)
    setErrors(read.errors)
    setProblem(Object.keys(read.errors).length > 0 ? words.checkFields : null)
    if (Object.keys(read.errors).length > 0) return
    if (before && Object.keys(read.draft).length === 0) return onEnd()
    try {
      const { name } = await save.mutateAsync(read.draft)
      showToast({ tone: 'ok', title: texts.saved(name) })
      if (before) return onEnd()
      clearSent(fields, sent)
      setTyped((fields.elements.namedItem('name') as HTMLInputElement).value)
    } catch (error) {
      const byField = error instanceof ApiError ? error.errors : []
      setErrors(
        Object.fromEntries(byField.map(({ path, message }) => [fieldOf(path), `${message.charAt(0).toUpperCase()}${message.slice(1)}`]))
      )
      setProblem(byField.length > 0 ? words.checkFields : sentenceOf(error, words.refused))
    }
  }

  const field = (name: keyof Observation & string, label: string) => ({
    label,
    name,
    optional: true,
    autoComplete: 'off',
    defaultValue: String(before?.[name] ?? ''),
    error: errors[name]
  })

  return (
    <Section title={before ? words.edit(before.name) : words.add} description={before ? undefined : words.kept}>
      <form ref={form} onSubmit={event => void submit(event)} noValidate>
        <FormFields>
          <FormSummary title={problem} />
          <TextField
            {...field('name', words.name)}
            optional={false}
            description={words.nameHelp}
            maxLength={300}
            list={listId}
            onInput={event => setTyped(event.currentTarget.value)}
          />
          <datalist id={listId}>
            {proposed.map(({ id, name }) => (
              <option key={id} value={name} />
            ))}
          </datalist>
          <TextField {...field('individualCount', words.count)} inputMode="numeric" />
          <Checkbox label={words.absent} name="absent" defaultChecked={before?.occurrenceStatus === 'absent'} />
          <TextField {...field('eventDate', words.date)} description={words.dateHelp} />
          <Select
            {...field('siteId', words.site)}
            options={[{ value: '', label: words.noSite }, ...sites.map(({ id, name }) => ({ value: id, label: name }))]}
          />
          <div className={styles.pair}>
            <TextField {...field('decimalLatitude', words.latitude)} inputMode="text" />
            <TextField {...field('decimalLongitude', words.longitude)} inputMode="text" />
          </div>
          <p className={styles.quiet}>{words.position}</p>
          <div className={styles.pair}>
            <TextField {...field('minimumDepthInMeters', words.least)} inputMode="decimal" after="m" />
            <TextField {...field('maximumDepthInMeters', words.most)} inputMode="decimal" after="m" />
          </div>
          <TextField {...field('recordedBy', words.observer)} maxLength={500} />
          <TextField {...field('samplingProtocol', words.method)} maxLength={500} />
          <Select
            {...field('basisOfRecord', words.basis)}
            optional={false}
            defaultValue={before?.basisOfRecord ?? 'HumanObservation'}
            options={Object.entries(texts.bases).map(([value, label]) => ({ value, label }))}
          />
          <TextField {...field('occurrenceRemarks', words.remarks)} maxLength={10_000} />
          <div className={styles.actions}>
            <Button type="submit" variant="primary" busy={save.isPending}>
              {before ? words.save : words.saveNext}
            </Button>
            {before && (
              <Button variant="quiet" onClick={onEnd}>
                {words.cancel}
              </Button>
            )}
          </div>
        </FormFields>
      </form>
    </Section>
  )
}

/** Clears the fields of a saved entry, except those edited since it was sent. */
function clearSent(form: HTMLFormElement, sent: FormData) {
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement
  const isNextBegun = field('name').value !== sent.get('name')
  for (const name of ofOneEntry) if (field(name).value === sent.get(name)) field(name).value = ''
  if (field('absent').checked === sent.has('absent')) field('absent').checked = false
  if (!isNextBegun) field('name').focus()
}

/** Returns the form field for the path of an error. `/verbatimIdentification` and `/labelId` belong to the name field. */
function fieldOf(path: string): string {
  const name = path.slice(1)
  return name === 'verbatimIdentification' || name === 'labelId' ? 'name' : name
}
