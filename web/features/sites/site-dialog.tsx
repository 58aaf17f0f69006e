import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Site, SiteDraft, SiteType, Survey } from '../../../shared/contracts/sites.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { readNumber } from '../../ui/read-number.ts'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { changesTo } from './document/edits.ts'
import type { SiteStore } from './document/use-site-store.ts'
import { type SiteFields, siteDraftOf, siteFieldsOf } from './fields.ts'
import { SamplingFields } from './sampling-fields.tsx'
import styles from './sites.module.css'
import { texts } from './texts.tsx'

const { siteDialog: words, form: formWords } = texts

interface SiteDialogProps {
  store: SiteStore
  /** Site to edit; null for a new one. */
  site: Site | null
  /** Preset survey of a new site. */
  surveyId?: string
  /** Preset facts, which replace those of an existing site. */
  start?: Partial<Site>
  surveys: readonly Survey[]
  onSaved?: () => void
  onClose: () => void
}

/** Form for a site. The site is saved without waiting for the server. */
// Long: all fields of one form, in order.
export function SiteDialog({ store, site, surveyId, start, surveys, onSaved, onClose }: SiteDialogProps) {
  const [base, setBase] = useState(site)
  const form = useForm<SiteFields>({ defaultValues: siteFieldsOf(site, surveyId, start), mode: 'onTouched' })
  const { register, getValues } = form
  const { errors } = form.formState
  const [isStale, setStale] = useState(false)
  const submit = form.handleSubmit(fields => {
    const draft = siteDraftOf(fields)
    const newest = base && store.get(base.id)
    if (base && (newest?.revision ?? 0) !== base.revision) {
      setStale(newest !== undefined)
      form.setError('root', { message: newest ? words.stale : words.gone })
      return
    }
    if (isNameTaken(store, draft, base)) {
      form.setError('name', { message: words.nameTaken }, { shouldFocus: true })
      return
    }
    if (base) store.revise(base, changesTo(base, draft))
    else store.create(draft)
    onSaved?.()
    onClose()
  })
  function takeNewest() {
    const newest = base && store.get(base.id)
    if (newest) {
      setBase(newest)
      form.reset(siteFieldsOf(newest))
    }
    setStale(false)
  }
  const number = (name: keyof SiteFields, label: string, unit: string, [least, most]: [number, number], other?: keyof SiteFields) => ({
    label,
    optional: true,
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    after: unit,
    error: errors[name]?.message,
    ...register(name, {
      validate: text => {
        const value = readNumber(String(text))
        if (value === null) return !other || readNumber(String(getValues(other))) === null || words.halfPosition
        if (Number.isNaN(value)) return words.noNumber
        if (name === 'maximumDepthInMeters' && value < (readNumber(getValues('minimumDepthInMeters')) ?? least)) return words.depthsSwapped
        return (value >= least && value <= most) || words.outOfRange(least, most)
      }
    })
  })
  return (
    <FormDialog
      title={site ? words.edit(site.name) : words.add}
      confirm={site ? formWords.save : words.confirmAdd}
      busy={false}
      problem={errors.root?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
    >
      {isStale && <Button onClick={takeNewest}>{formWords.showNewest}</Button>}
      <TextField
        label={formWords.name}
        autoComplete="off"
        error={errors.name?.message}
        description={words.nameAbout}
        {...register('name', {
          validate: name => name.trim() !== '' || words.noName,
          maxLength: { value: 200, message: formWords.tooLong(200) }
        })}
      />
      <div className={styles.pair}>
        <Select
          label={words.type}
          options={(Object.keys(texts.types) as SiteType[]).map(value => ({ value, label: texts.types[value] }))}
          {...register('type')}
        />
        <Select
          label={words.survey}
          error={errors.surveyId?.message}
          options={[{ value: '', label: words.noSurvey }, ...surveys.map(({ id, name }) => ({ value: id, label: name }))]}
          {...register('surveyId')}
        />
        <TextField {...number('decimalLatitude', words.latitude, '°', [-90, 90], 'decimalLongitude')} />
        <TextField {...number('decimalLongitude', words.longitude, '°', [-180, 180], 'decimalLatitude')} />
        <TextField {...number('minimumDepthInMeters', words.minimumDepth, 'm', [-100, 11_000])} />
        <TextField {...number('maximumDepthInMeters', words.maximumDepth, 'm', [-100, 11_000])} />
      </div>
      <TextArea label={formWords.notes} optional rows={3} error={errors.notes?.message} {...register('notes')} />
      <SamplingFields form={form} noun="site" />
    </FormDialog>
  )
}

/** Whether another site of the same survey has the name of a draft, compared as on the server. */
function isNameTaken({ document }: SiteStore, { name, surveyId = null }: SiteDraft, site: Site | null): boolean {
  const key = (text: string) => text.trim().normalize('NFC').toLowerCase()
  return document
    .list(document.projectId)
    .some(other => other.id !== site?.id && other.surveyId === surveyId && key(other.name) === key(name))
}
