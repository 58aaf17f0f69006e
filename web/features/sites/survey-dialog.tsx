import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { Survey } from '../../../shared/contracts/sites.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { DateField, TextArea, TextField } from '../../ui/text-field.tsx'
import { type SurveyFields, surveyDraftOf, surveyFieldsOf } from './fields.ts'
import { saveSurvey, sitesOf } from './queries.ts'
import { SamplingFields } from './sampling-fields.tsx'
import { samplingNames } from './sampling-form.ts'
import styles from './sites.module.css'
import { texts } from './texts.tsx'
import { useSave } from './use-save.ts'

const { surveyDialog: words, form: formWords } = texts

const names = ['name', 'startDate', 'endDate', 'notes', ...samplingNames] as const

interface SurveyDialogProps {
  projectId: string
  /** Survey to edit; null for a new one. */
  survey: Survey | null
  onClose: () => void
}

export function SurveyDialog({ projectId, survey, onClose }: SurveyDialogProps) {
  const client = useQueryClient()
  const { mutateAsync: save, isPending } = useMutation(saveSurvey(projectId, survey?.id ?? null))
  const form = useForm<SurveyFields>({ defaultValues: surveyFieldsOf(survey), mode: 'onTouched' })
  const { register, getValues } = form
  const { errors } = form.formState
  const { submit, isStale, takeNewest } = useSave(
    form,
    names,
    fields => save({ ...surveyDraftOf(fields), ...(survey && { revision: fields.revision }) }),
    () => surveyFieldsOf(client.getQueryData(sitesOf(projectId).queryKey)?.surveys.find(({ id }) => id === survey?.id) ?? survey),
    onClose
  )
  return (
    <FormDialog
      title={survey ? words.edit : words.add}
      confirm={survey ? formWords.save : words.confirmAdd}
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
        <DateField label={words.firstDay} optional error={errors.startDate?.message} {...register('startDate')} />
        <DateField
          label={words.lastDay}
          optional
          error={errors.endDate?.message}
          {...register('endDate', {
            validate: end => !end || !getValues('startDate') || end >= getValues('startDate') || words.daysSwapped
          })}
        />
      </div>
      <TextArea label={formWords.notes} optional rows={3} error={errors.notes?.message} {...register('notes')} />
      <SamplingFields form={form} noun="survey" />
    </FormDialog>
  )
}
