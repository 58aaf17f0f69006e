import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Berth, CareerStage, Opportunity, OpportunityDraft, OpportunityKind } from '../../../shared/contracts/opportunities.ts'
import { ApiError, sentenceOf } from '../../api/api-error.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { readNumber } from '../../ui/read-number.ts'
import { Select } from '../../ui/select.tsx'
import { DateField, TextArea, TextField } from '../../ui/text-field.tsx'
import styles from './opportunities.module.css'
import { createOpportunity, reviseOpportunity } from './queries.ts'
import { berthFacts, careerStages, kinds, texts } from './texts.ts'

const { form: words } = texts

const berthNames = Object.keys(berthFacts) as (keyof Berth)[]
const berthDays: readonly (keyof Berth)[] = ['embarkOn', 'disembarkOn']
const berthCounts: readonly (keyof Berth)[] = ['berthsFree', 'berthsTotal']
const stages = Object.keys(careerStages) as CareerStage[]

const zones = () => [
  { value: '', label: words.noZone },
  { value: 'AoE', label: words.aoe },
  { value: 'UTC', label: 'UTC' },
  ...Intl.supportedValuesOf('timeZone')
    .filter(zone => zone !== 'UTC')
    .map(zone => ({ value: zone, label: zone.replaceAll('_', ' ') }))
]

interface OpportunityFormProps {
  /** Null for a new one. */
  opportunity: Opportunity | null
  onClose: () => void
}

// Long: the fields of one form in their order.
export function OpportunityForm({ opportunity: newest, onClose }: OpportunityFormProps) {
  /** As the form was opened: an edit of another person meanwhile makes this revision stale, and is not overwritten. */
  const [opportunity] = useState(newest)
  const navigate = useNavigate()
  const create = useMutation(createOpportunity())
  const revise = useMutation(reviseOpportunity(opportunity?.id ?? ''))
  const [kind, setKind] = useState<OpportunityKind>(opportunity?.kind ?? 'berth')
  const [problem, setProblem] = useState<string | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [deadline] = opportunity?.deadlines ?? []

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = draftOf(new FormData(event.currentTarget), kind, opportunity)
    setErrors('errors' in given ? given.errors : {})
    setProblem(null)
    if ('errors' in given) return
    try {
      if (opportunity) await revise.mutateAsync({ revision: opportunity.revision, ...given.draft })
      else void navigate(`/opportunities/${(await create.mutateAsync(given.draft)).id}`)
      onClose()
    } catch (error) {
      const byField = error instanceof ApiError ? error.errors : []
      setErrors(Object.fromEntries(byField.map(({ path, message }) => [path.split('/').at(-1) ?? '', message])))
      setProblem(byField.length > 0 ? words.checkFields : sentenceOf(error, words.refused))
    }
  }

  const text = (name: keyof Opportunity & string, label: string) => ({
    label,
    name,
    optional: true,
    autoComplete: 'off',
    defaultValue: String(opportunity?.[name] ?? ''),
    error: errors[name]
  })
  return (
    <FormDialog
      title={opportunity ? words.edit : words.add}
      confirm={opportunity ? words.save : words.post}
      busy={create.isPending || revise.isPending}
      problem={problem}
      onSubmit={event => void send(event)}
      onClose={onClose}
    >
      <Select
        label={words.kind}
        value={kind}
        onChange={event => setKind(event.target.value as OpportunityKind)}
        options={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
      />
      <TextField {...text('title', words.title)} optional={false} maxLength={300} />
      <TextArea {...text('summary', words.summary)} rows={2} maxLength={500} />
      <div className={styles.pair}>
        <TextField {...text('organization', words.organization)} maxLength={300} />
        <TextField {...text('place', words.place)} maxLength={300} />
      </div>
      <div className={styles.pair}>
        <DateField label={words.deadline} name="date" optional defaultValue={deadline?.date ?? ''} error={errors.date} />
        <TextField
          label={words.time}
          name="time"
          optional
          autoComplete="off"
          description={words.timeAbout}
          defaultValue={deadline?.time ?? ''}
          error={errors.time}
        />
        <Select label={words.zone} name="zone" defaultValue={deadline?.zone ?? ''} options={zones()} />
      </div>
      {kind === 'berth' && (
        <fieldset className={styles.group}>
          <legend>{words.berth}</legend>
          <div className={styles.pair}>
            {berthNames.map(name => {
              const value = opportunity?.berth?.[name]
              const props = { label: berthFacts[name], name, optional: true, defaultValue: String(value ?? ''), error: errors[name] }
              if (berthDays.includes(name)) return <DateField key={name} {...props} />
              return <TextField key={name} {...props} autoComplete="off" {...(berthCounts.includes(name) && { inputMode: 'numeric' })} />
            })}
          </div>
        </fieldset>
      )}
      <details className={styles.details}>
        <summary>{words.more}</summary>
        <div className={styles.moreFields}>
          <TextField {...text('url', words.url)} inputMode="url" maxLength={2000} />
          <div className={styles.pair}>
            <DateField {...text('startsOn', words.startsOn)} />
            <DateField {...text('endsOn', words.endsOn)} />
            <TextField {...text('amount', words.amount)} maxLength={200} />
          </div>
          <TextField {...text('regions', words.regions)} defaultValue={opportunity?.regions.join(', ') ?? ''} description={words.commas} />
          <fieldset className={styles.group}>
            <legend>{words.careers}</legend>
            {stages.map(stage => (
              <Checkbox
                key={stage}
                label={careerStages[stage]}
                name="careerStages"
                value={stage}
                defaultChecked={opportunity?.careerStages.includes(stage) ?? false}
              />
            ))}
          </fieldset>
          <TextField {...text('covers', words.covers)} maxLength={1000} />
          <TextField {...text('notCovered', words.notCovered)} maxLength={1000} />
          <TextArea {...text('eligibility', words.eligibility)} rows={2} maxLength={2000} />
          <TextArea {...text('body', words.body)} rows={6} maxLength={20_000} />
          <TextArea {...text('howToApply', words.apply)} rows={2} maxLength={2000} />
        </div>
      </details>
    </FormDialog>
  )
}

/** Draft of a form, or its faults by field. Deadlines after the first stay unchanged. */
function draftOf(
  form: FormData,
  kind: OpportunityKind,
  before: Opportunity | null
): { draft: OpportunityDraft } | { errors: Record<string, string> } {
  const text = (name: string) => String(form.get(name) ?? '').trim() || null
  const errors: Record<string, string> = {}
  const [title, url, time, date] = [text('title'), text('url'), text('time'), text('date')]
  if (title === null) errors.title = words.noTitle
  if (url !== null && !(/^https?:\/\//.test(url) && URL.canParse(url))) errors.url = words.wrongUrl
  if (time !== null && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) errors.time = words.wrongTime
  const counts = Object.fromEntries(berthCounts.map(name => [name, readNumber(text(name) ?? '')]))
  for (const [name, value] of Object.entries(counts))
    if (value !== null && !(Number.isInteger(value) && value >= 0 && value <= 1000)) errors[name] = words.wrongNumber
  if (title === null || Object.keys(errors).length > 0) return { errors }
  const further = before?.deadlines.slice(1).map(({ label, date, time, zone }) => ({ label, date, time, zone })) ?? []
  const first = date === null ? [] : [{ label: before?.deadlines[0]?.label ?? null, date, time, zone: text('zone') }]
  const listIn = (name: string) => [...new Set((text(name) ?? '').split(',').map(word => word.trim()))].filter(Boolean)
  const berth = Object.fromEntries(berthNames.map(name => [name, berthCounts.includes(name) ? counts[name] : text(name)])) as Berth
  return {
    draft: {
      kind,
      title,
      summary: text('summary'),
      organization: text('organization'),
      place: text('place'),
      url,
      startsOn: text('startsOn'),
      endsOn: text('endsOn'),
      amount: text('amount'),
      regions: listIn('regions'),
      careerStages: form.getAll('careerStages') as CareerStage[],
      covers: text('covers'),
      notCovered: text('notCovered'),
      eligibility: text('eligibility'),
      body: text('body'),
      howToApply: text('howToApply'),
      deadlines: [...first, ...further],
      berth: kind === 'berth' ? berth : null
    }
  }
}
