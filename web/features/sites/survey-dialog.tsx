import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type { Survey } from '../../../shared/contracts/sites.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { FormFields } from '../../ui/section.tsx'
import { DateField, TextArea, TextField } from '../../ui/text-field.tsx'
import { type SurveyFields, surveyDraftOf, surveyFieldsOf } from './fields.ts'
import { saveSurvey, sitesOf } from './queries.ts'
import styles from './sites.module.css'
import { useSave } from './use-save.ts'

const names = ['name', 'startDate', 'endDate', 'notes'] as const

interface SurveyDialogProps {
  projectId: string
  /** null: a new one. */
  survey: Survey | null
  onClose: () => void
}

export function SurveyDialog({ projectId, survey, onClose }: SurveyDialogProps) {
  const formId = useId()
  const client = useQueryClient()
  const { mutateAsync: save, isPending } = useMutation(saveSurvey(projectId, survey?.id ?? null))
  const newest = () => client.getQueryData(sitesOf(projectId).queryKey)?.surveys.find(({ id }) => id === survey?.id) ?? survey
  const form = useForm<SurveyFields & { revision: number }>({
    defaultValues: { ...surveyFieldsOf(survey), revision: survey?.revision ?? 0 },
    mode: 'onTouched'
  })
  const { register, formState, getValues, reset } = form
  const { errors } = formState
  const { submit, isStale, taken } = useSave(
    form,
    names,
    ({ revision, ...fields }) => save({ ...surveyDraftOf(fields), ...(survey && { revision }) }),
    onClose
  )
  function takeNewest() {
    const current = newest()
    reset({ ...surveyFieldsOf(current), revision: current?.revision ?? 0 })
    taken()
  }
  return (
    <Dialog
      title={survey ? 'Edit survey' : 'Add a survey'}
      isOpen
      onClose={onClose}
      keepOpenOutside
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={isPending}>
            {survey ? 'Save' : 'Add survey'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <FormFields>
          <FormSummary title={errors.root?.message ?? null} />
          {isStale && <Button onClick={takeNewest}>Show the newer one</Button>}
          <TextField
            label="Name"
            autoComplete="off"
            error={errors.name?.message}
            description="A campaign, a cruise, a season: Spring 2026, EX2107."
            {...register('name', {
              validate: name => name.trim() !== '' || 'Give the survey a name',
              maxLength: { value: 200, message: 'At most 200 characters' }
            })}
          />
          <div className={styles.pair}>
            <DateField label="First day" optional error={errors.startDate?.message} {...register('startDate')} />
            <DateField
              label="Last day"
              optional
              error={errors.endDate?.message}
              {...register('endDate', {
                validate: end => !end || !getValues('startDate') || end >= getValues('startDate') || 'The last day is before the first'
              })}
            />
          </div>
          <TextArea label="Notes" optional rows={3} error={errors.notes?.message} {...register('notes')} />
        </FormFields>
      </form>
    </Dialog>
  )
}
