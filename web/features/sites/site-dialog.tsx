import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { Site, SiteType, Survey } from '../../../shared/contracts/sites.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { readNumber } from '../../ui/read-number.ts'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { type SiteFields, siteDraftOf, siteFieldsOf } from './fields.ts'
import { saveSite, sitesOf } from './queries.ts'
import { SamplingFields } from './sampling-fields.tsx'
import { samplingNames } from './sampling-texts.ts'
import styles from './sites.module.css'
import { texts } from './texts.tsx'
import { useSave } from './use-save.ts'

const { siteDialog: words, form: formWords } = texts

const names = [
  ...(['name', 'type', 'surveyId', 'decimalLatitude', 'decimalLongitude', 'minimumDepthInMeters', 'maximumDepthInMeters'] as const),
  'notes' as const,
  ...samplingNames
]

interface SiteDialogProps {
  projectId: string
  /** Site to edit; null for a new one. */
  site: Site | null
  /** Preset survey of a new site. */
  surveyId?: string
  /** Preset facts of a new site. */
  start?: Partial<Site>
  surveys: readonly Survey[]
  onClose: () => void
}

// Long: all fields of one form, in order.
export function SiteDialog({ projectId, site, surveyId, start, surveys, onClose }: SiteDialogProps) {
  const client = useQueryClient()
  const { mutateAsync: save, isPending } = useMutation(saveSite(projectId, site?.id ?? null))
  const form = useForm<SiteFields>({ defaultValues: siteFieldsOf(site, surveyId, start), mode: 'onTouched' })
  const { register, getValues } = form
  const { errors } = form.formState
  const { submit, isStale, takeNewest } = useSave(
    form,
    names,
    fields => save({ ...siteDraftOf(fields), ...(site && { revision: fields.revision }) }),
    () => siteFieldsOf(client.getQueryData(sitesOf(projectId).queryKey)?.sites.find(({ id }) => id === site?.id) ?? site),
    onClose
  )
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
        return (value >= least && value <= most) || words.outOfRange(least, most)
      }
    })
  })
  return (
    <FormDialog
      title={site ? words.edit(site.name) : words.add}
      confirm={site ? formWords.save : words.confirmAdd}
      busy={isPending}
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
