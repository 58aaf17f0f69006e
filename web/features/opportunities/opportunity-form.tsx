import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { CareerStage, Opportunity, OpportunityKind, SimilarDraft } from '../../../shared/contracts/opportunities.ts'
import { seaRegions } from '../../../shared/vocabulary/sea-regions.ts'
import { ApiError, sentenceOf } from '../../api/api-error.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { DateField, TextArea, TextField } from '../../ui/text-field.tsx'
import { BerthFields } from './berth-fields.tsx'
import { BodyField } from './body-field.tsx'
import { countries, countryName } from './countries.ts'
import { DeadlineFields } from './deadline-fields.tsx'
import { draftOf, similarDraftOf } from './draft-of.ts'
import styles from './form.module.css'
import { createOpportunity, reviseOpportunity } from './queries.ts'
import { SimilarToDraft } from './similar-calls.tsx'
import { careerStages, kinds, texts } from './texts.ts'
import { WordsField } from './words-field.tsx'

const { form: words } = texts

const stages = Object.keys(careerStages) as CareerStage[]

interface OpportunityFormProps {
  /** Opportunity to edit; null for a new one. */
  opportunity: Opportunity | null
  onClose: () => void
}

// Long: the fields of one form in order.
export function OpportunityForm({ opportunity: newest, onClose }: OpportunityFormProps) {
  /** Opportunity as it was when the form was opened. If another person has edited it since, the server rejects the stale revision. */
  const [opportunity] = useState(newest)
  const navigate = useNavigate()
  const create = useMutation(createOpportunity())
  const revise = useMutation(reviseOpportunity(opportunity?.id ?? ''))
  const [kind, setKind] = useState<OpportunityKind>(opportunity?.kind ?? 'berth')
  const [typed, setTyped] = useState<SimilarDraft | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const given = draftOf(form, kind, opportunity)
    setErrors('errors' in given ? given.errors : {})
    setProblem('errors' in given ? words.checkFields : null)
    if ('errors' in given) return
    try {
      if (opportunity) {
        await revise.mutateAsync({
          revision: opportunity.revision,
          ...given.draft,
          reason: String(form.get('reason') ?? '').trim() || null
        })
      } else {
        const isDraft = form.get('isDraft') !== null
        void navigate(`/opportunities/${(await create.mutateAsync({ ...given.draft, isDraft })).id}`)
      }
      onClose()
    } catch (error) {
      const byField = error instanceof ApiError ? error.errors : []
      setErrors(Object.fromEntries(byField.map(({ path, message }) => [path.replace(/^\/(berth\/)?/, '').replaceAll('/', '-'), message])))
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
  const list = (name: 'regions' | 'taxa' | 'methods' | 'tags' | 'languages', label: string) => ({
    ...{ label, name, defaultWords: opportunity?.[name] ?? [], error: errors[name] }
  })
  return (
    <FormDialog
      title={opportunity ? words.edit : words.add}
      confirm={opportunity ? words.save : words.post}
      busy={create.isPending || revise.isPending}
      problem={problem}
      onChange={form => setTyped(similarDraftOf(new FormData(form), opportunity))}
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
      <SimilarToDraft draft={typed} />
      <TextArea {...text('summary', words.summary)} rows={2} maxLength={500} />
      <div className={styles.pair}>
        <TextField {...text('organization', words.organization)} maxLength={300} />
        <TextField {...text('place', words.place)} maxLength={300} />
      </div>
      <TextField {...text('url', words.url)} inputMode="url" maxLength={2000} />
      <DeadlineFields deadlines={opportunity?.deadlines ?? []} isRolling={opportunity?.isRolling ?? false} errors={errors} />
      {kind === 'berth' ? (
        <BerthFields berth={opportunity?.berth ?? null} errors={errors} />
      ) : (
        <div className={styles.pair}>
          <DateField {...text('startsOn', words.startsOn)} />
          <DateField {...text('endsOn', words.endsOn)} />
        </div>
      )}
      <fieldset className={styles.group}>
        <legend>{words.fits}</legend>
        <WordsField {...list('regions', words.regions)} proposals={seaRegions} description={words.words} />
        <WordsField {...list('taxa', words.taxa)} />
        <WordsField {...list('methods', words.methods)} />
        <fieldset className={styles.group}>
          <legend>{words.careers}</legend>
          <div className={styles.checks}>
            {stages.map(stage => (
              <Checkbox
                key={stage}
                label={careerStages[stage]}
                name="careerStages"
                value={stage}
                defaultChecked={opportunity?.careerStages.includes(stage) ?? false}
              />
            ))}
          </div>
        </fieldset>
        <WordsField
          label={words.countries}
          name="countries"
          description={words.countriesAbout}
          defaultWords={opportunity?.countries.map(countryName) ?? []}
          proposals={countries().map(({ label }) => label)}
          error={errors.countries}
        />
      </fieldset>
      <details className={styles.details}>
        <summary>{words.more}</summary>
        <div className={styles.moreFields}>
          <BodyField {...text('body', words.body)} />
          <TextArea {...text('howToApply', words.apply)} rows={2} maxLength={2000} />
          <div className={styles.pair}>
            <TextField {...text('contact', words.contact)} maxLength={300} />
            <Select
              label={words.isRemote}
              name="isRemote"
              defaultValue={opportunity?.isRemote == null ? '' : opportunity.isRemote ? 'yes' : 'no'}
              options={[
                { value: '', label: words.remote.unknown },
                { value: 'yes', label: words.remote.yes },
                { value: 'no', label: words.remote.no }
              ]}
            />
          </div>
          <div className={styles.pair}>
            <TextField {...text('amount', words.amount)} maxLength={200} />
            <TextField {...text('covers', words.covers)} maxLength={1000} />
            <TextField {...text('notCovered', words.notCovered)} maxLength={1000} />
          </div>
          <TextArea {...text('eligibility', words.eligibility)} rows={2} maxLength={2000} />
          <WordsField {...list('tags', words.tags)} />
          <WordsField {...list('languages', words.languages)} />
        </div>
      </details>
      <Checkbox label={words.isPublic} name="isPublic" description={words.isPublicAbout} defaultChecked={opportunity?.isPublic ?? false} />
      {opportunity ? (
        <TextField label={words.reason} name="reason" optional maxLength={300} autoComplete="off" description={words.reasonAbout} />
      ) : (
        <Checkbox label={words.draft} name="isDraft" />
      )}
    </FormDialog>
  )
}
