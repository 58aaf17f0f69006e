import { type ReactNode, useEffect, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { LeaveWarning } from '../../ui/leave-warning.tsx'
import { resetSent } from '../../ui/reset-sent.ts'
import { DateField, TextArea, TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { KeptDraft } from './kept-draft.ts'
import { type FieldName, fieldNames, type ProjectFields } from './project-fields.ts'
import styles from './project-form.module.css'
import { texts } from './texts.ts'

const { form: words } = texts

interface ProjectFormProps {
  initial: ProjectFields
  /** Fields that the server supports. */
  offered: readonly FieldName[]
  /** Label of the submit button, such as "Create project". */
  save: string
  /** Error message for failures for which the server gives no reason. */
  fallback: string
  /** Saves the fields. If saving fails, the form keeps the fields. */
  onSave: (fields: ProjectFields) => Promise<void>
  onCancel?: () => void
  readOnly?: boolean
  /** Stored draft, which restores unsaved fields. */
  draft?: KeptDraft
  /** Renders the content above the fields. */
  start?: (form: UseFormReturn<ProjectFields>) => ReactNode
}

/** Form for a project, used for new projects, edits and settings. Only the title is required. */
export function ProjectForm(props: ProjectFormProps) {
  const { initial, offered, save, fallback, onSave, onCancel, readOnly = false, draft, start } = props
  const form = useForm<ProjectFields>({ defaultValues: initial, mode: 'onTouched' })
  const { handleSubmit, formState, setError, reset } = form
  const { errors, isDirty, isSubmitting, dirtyFields } = formState
  // a new revision replaces the fields without edits
  useEffect(() => reset(initial, { keepDirtyValues: true }), [initial, reset])
  const kept = useKeptDraft(form, draft) && isDirty

  const submit = handleSubmit(async fields => {
    try {
      await onSave(fields)
      resetSent(form, fields, fields)
    } catch (error) {
      for (const { path, message } of (error as { errors?: { path: string; message: string }[] }).errors ?? []) {
        const name = fieldNames.find(field => path === `/${field}`)
        if (name) setError(name, { message })
      }
      setError('root', { message: sentenceOf(error, fallback) })
    }
  })
  const wrong = fieldNames.flatMap(name => (errors[name]?.message ? [{ fieldId: `project-${name}`, message: errors[name].message }] : []))
  const changed = fieldNames.filter(name => dirtyFields[name]).map(name => texts.fields[name])
  const title = errors.root?.message ?? (wrong.length && formState.submitCount > 0 ? words.check : null)
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <LeaveWarning unsaved={isDirty && !isSubmitting && !kept} />
      <FormSummary title={title} errors={wrong} />
      {start?.(form)}
      <Fields form={form} offered={offered} readOnly={readOnly} />
      {!readOnly && (
        <div className={styles.bar}>
          <div className={styles.state}>
            <p role="status">{kept ? words.draftKept : changed.length > 0 ? words.unsaved(changed) : ''}</p>
            {kept && draft && <DiscardDraft form={form} draft={draft} />}
          </div>
          {onCancel && <Button onClick={onCancel}>{words.cancel}</Button>}
          {!onCancel && (
            <Button disabled={!isDirty} onClick={() => reset(initial)}>
              {words.discard}
            </Button>
          )}
          <Button type="submit" variant="primary" busy={isSubmitting} disabled={!onCancel && !isDirty}>
            {save}
          </Button>
        </div>
      )}
    </form>
  )
}

/** Fills the form from the stored draft, and stores the form's changes from then on. @returns whether a draft is stored */
function useKeptDraft({ reset, subscribe }: UseFormReturn<ProjectFields>, draft: KeptDraft | undefined): boolean {
  const [kept, setKept] = useState(false)
  useEffect(() => {
    if (!draft) return
    const before = draft.read()
    if (before) {
      reset(before, { keepDefaultValues: true })
      setKept(true)
    }
    return subscribe({ formState: { values: true }, callback: ({ values }) => setKept(draft.keep(values)) })
  }, [draft, reset, subscribe])
  return kept
}

function DiscardDraft({ form: { getValues, reset }, draft }: { form: UseFormReturn<ProjectFields>; draft: KeptDraft }) {
  function discard() {
    const before = getValues()
    draft.discard()
    reset()
    document.getElementById('project-title')?.focus() // this button disappears
    showToast({
      title: words.draftDiscarded,
      action: {
        label: words.undo,
        onAction: () => {
          draft.keep(before)
          reset(before, { keepDefaultValues: true })
        }
      }
    })
  }
  return (
    <Button size="small" variant="quiet" onClick={discard}>
      {words.discardDraft}
    </Button>
  )
}

// Long: all fields of one form, in order.
function Fields({ form, offered, readOnly }: { form: UseFormReturn<ProjectFields> } & Pick<ProjectFormProps, 'offered' | 'readOnly'>) {
  const { register, formState, getValues } = form
  const field = (name: FieldName) => ({
    id: `project-${name}`,
    label: texts.fields[name],
    error: formState.errors[name]?.message,
    readOnly
  })
  const atMost = (limit: number) => ({ value: limit, message: words.tooLong(limit) })
  const short = { maxLength: atMost(300) }
  return (
    <>
      <fieldset className={styles.group}>
        <legend>{words.nameAndPurpose}</legend>
        <TextField
          {...field('title')}
          {...register('title', {
            validate: title => title.trim() !== '' || words.noTitle,
            maxLength: atMost(200)
          })}
          description={words.aboutTitle}
          autoComplete="off"
        />
        {offered.includes('description') && (
          <TextArea
            {...field('description')}
            {...register('description', { maxLength: atMost(10_000) })}
            optional
            rows={6}
            description={words.aboutDescription}
          />
        )}
      </fieldset>
      {offered.includes('region') && (
        <fieldset className={styles.group}>
          <legend>{words.placeAndTime}</legend>
          <div className={styles.pair}>
            <TextField {...field('region')} {...register('region', short)} optional description={words.aboutRegion} />
            <TextField {...field('habitat')} {...register('habitat', short)} optional description={words.aboutHabitat} />
            <DateField {...field('startDate')} {...register('startDate')} optional description={words.aboutStart} />
            <DateField
              {...field('endDate')}
              {...register('endDate', {
                validate: end => !end || !getValues('startDate') || end >= getValues('startDate') || words.endsBeforeStart
              })}
              optional
              description={words.aboutEnd}
            />
          </div>
        </fieldset>
      )}
      {offered.includes('visibility') && (
        <RadioGroup
          legend={texts.fields.visibility}
          name="visibility"
          className={styles.group}
          inputProps={{ ...register('visibility'), disabled: readOnly }}
          options={[
            { value: 'private', label: texts.visibilities.private, description: words.aboutPrivate },
            { value: 'internal', label: texts.visibilities.internal, description: words.aboutInternal }
          ]}
        />
      )}
    </>
  )
}
