import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { Site, SiteType, Survey } from '../../../shared/contracts/sites.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { readNumber } from '../../ui/read-number.ts'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { type SiteFields, siteDraftOf, siteFieldsOf, typeWords } from './fields.ts'
import { saveSite, sitesOf } from './queries.ts'
import { SamplingFields } from './sampling-fields.tsx'
import { samplingNames } from './sampling-texts.ts'
import styles from './sites.module.css'
import { useSave } from './use-save.ts'

const names = [
  ...(['name', 'type', 'surveyId', 'decimalLatitude', 'decimalLongitude', 'minimumDepthInMeters', 'maximumDepthInMeters'] as const),
  'notes' as const,
  ...samplingNames
]

interface SiteDialogProps {
  projectId: string
  /** null: a new one. */
  site: Site | null
  /** Of a new one. */
  surveyId?: string
  surveys: readonly Survey[]
  onClose: () => void
}

// Long: the fields of one form in their order.
export function SiteDialog({ projectId, site, surveyId, surveys, onClose }: SiteDialogProps) {
  const client = useQueryClient()
  const { mutateAsync: save, isPending } = useMutation(saveSite(projectId, site?.id ?? null))
  const form = useForm<SiteFields>({ defaultValues: siteFieldsOf(site, surveyId), mode: 'onTouched' })
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
        if (value === null) return !other || readNumber(String(getValues(other))) === null || 'A position has both'
        if (Number.isNaN(value)) return 'Write a number'
        return (value >= least && value <= most) || `Between ${least} and ${most}`
      }
    })
  })
  return (
    <FormDialog
      title={site ? `Edit ${site.name}` : 'Add a site'}
      confirm={site ? 'Save' : 'Add site'}
      busy={isPending}
      problem={errors.root?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
    >
      {isStale && <Button onClick={takeNewest}>Show the newer one</Button>}
      <TextField
        label="Name"
        autoComplete="off"
        error={errors.name?.message}
        description="As it stands in file names and field notes: M1, Outer reef."
        {...register('name', {
          validate: name => name.trim() !== '' || 'Give the site a name',
          maxLength: { value: 200, message: 'At most 200 characters' }
        })}
      />
      <div className={styles.pair}>
        <Select
          label="Type"
          options={(Object.keys(typeWords) as SiteType[]).map(value => ({ value, label: typeWords[value] }))}
          {...register('type')}
        />
        <Select
          label="Survey"
          error={errors.surveyId?.message}
          options={[{ value: '', label: 'None' }, ...surveys.map(({ id, name }) => ({ value: id, label: name }))]}
          {...register('surveyId')}
        />
        <TextField {...number('decimalLatitude', 'Latitude', '°', [-90, 90], 'decimalLongitude')} />
        <TextField {...number('decimalLongitude', 'Longitude', '°', [-180, 180], 'decimalLatitude')} />
        <TextField {...number('minimumDepthInMeters', 'Least depth', 'm', [-100, 11_000])} />
        <TextField {...number('maximumDepthInMeters', 'Greatest depth', 'm', [-100, 11_000])} />
      </div>
      <TextArea label="Notes" optional rows={3} error={errors.notes?.message} {...register('notes')} />
      <SamplingFields form={form} noun="site" />
    </FormDialog>
  )
}
