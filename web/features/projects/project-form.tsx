import { type ReactNode, useEffect, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { LeaveWarning } from '../../ui/leave-warning.tsx'
import { DateField, TextArea, TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { KeptDraft } from './kept-draft.ts'
import { type FieldName, fieldLabels, fieldNames, type ProjectFields } from './project-fields.ts'
import styles from './project-form.module.css'
import { visibilityWords } from './words.ts'

interface ProjectFormProps {
  initial: ProjectFields
  /** Fields that the server keeps. */
  offered: readonly FieldName[]
  /** What the button says: "Create project". */
  save: string
  /** Said when the server gave no sentence of its own. */
  fallback: string
  /** Saves; may throw, then what was typed stays. */
  onSave: (fields: ProjectFields) => Promise<void>
  onCancel?: () => void
  /** Only to be looked at. */
  readOnly?: boolean
  /** Keeps what is typed until it is saved, and brings it back. */
  draft?: KeptDraft
  /** Above the fields. */
  start?: (form: UseFormReturn<ProjectFields>) => ReactNode
}

/** The one form of a project: new, edit and settings. Only the title is required. */
export function ProjectForm(props: ProjectFormProps) {
  const { initial, offered, save, fallback, onSave, onCancel, readOnly = false, draft, start } = props
  const form = useForm<ProjectFields>({ defaultValues: initial, mode: 'onTouched' })
  const { handleSubmit, formState, setError, reset } = form
  const { errors, isDirty, isSubmitting, dirtyFields } = formState
  // another revision arrived: what is not being edited shows it
  useEffect(() => reset(initial, { keepDirtyValues: true }), [initial, reset])
  const kept = useKeptDraft(form, draft) && isDirty

  const submit = handleSubmit(async fields => {
    try {
      await onSave(fields)
      reset(fields)
    } catch (error) {
      for (const { path, message } of (error as { errors?: { path: string; message: string }[] }).errors ?? []) {
        const name = fieldNames.find(field => path === `/${field}`)
        if (name) setError(name, { message })
      }
      setError('root', { message: sentenceOf(error, fallback) })
    }
  })
  const wrong = fieldNames.flatMap(name => (errors[name]?.message ? [{ fieldId: `project-${name}`, message: errors[name].message }] : []))
  const changed = fieldNames.filter(name => dirtyFields[name]).map(name => fieldLabels[name])
  const title = errors.root?.message ?? (wrong.length && formState.submitCount > 0 ? 'Please look at this again' : null)
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <LeaveWarning unsaved={isDirty && !isSubmitting && !kept} />
      <FormSummary title={title} errors={wrong} />
      {start?.(form)}
      <Fields form={form} offered={offered} readOnly={readOnly} />
      {!readOnly && (
        <div className={styles.bar}>
          <div className={styles.state}>
            <p role="status">{kept ? 'Draft kept' : changed.length > 0 ? `Not saved: ${changed.join(', ')}` : ''}</p>
            {kept && draft && <DiscardDraft form={form} draft={draft} />}
          </div>
          {onCancel && <Button onClick={onCancel}>Cancel</Button>}
          {!onCancel && (
            <Button disabled={!isDirty} onClick={() => reset(initial)}>
              Discard
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

/** Fills the form with what was kept, and keeps what is typed from then on. True while it does. */
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
    document.getElementById('project-title')?.focus() // this button goes away
    showToast({
      title: 'Draft discarded',
      action: {
        label: 'Undo',
        onAction: () => {
          draft.keep(before)
          reset(before, { keepDefaultValues: true })
        }
      }
    })
  }
  return (
    <Button size="small" variant="quiet" onClick={discard}>
      Discard draft
    </Button>
  )
}

// Long: the fields of one form in their order.
function Fields({ form, offered, readOnly }: { form: UseFormReturn<ProjectFields> } & Pick<ProjectFormProps, 'offered' | 'readOnly'>) {
  const { register, formState, getValues } = form
  const texts = (name: FieldName) => ({
    id: `project-${name}`,
    label: fieldLabels[name],
    error: formState.errors[name]?.message,
    readOnly
  })
  const short = { maxLength: { value: 300, message: 'At most 300 characters' } }
  return (
    <>
      <fieldset className={styles.group}>
        <legend>Name and purpose</legend>
        <TextField
          {...texts('title')}
          {...register('title', {
            validate: title => title.trim() !== '' || 'Give the project a title',
            maxLength: { value: 200, message: 'At most 200 characters' }
          })}
          description="What the survey or study is called. It stands in the sidebar, in lists and in exports."
          autoComplete="off"
        />
        {offered.includes('description') && (
          <TextArea
            {...texts('description')}
            {...register('description', { maxLength: { value: 10_000, message: 'At most 10,000 characters' } })}
            optional
            rows={6}
            description="Why the work is done and how: the question, the gear, the sampling. It becomes the abstract of what you publish."
          />
        )}
      </fieldset>
      {offered.includes('region') && (
        <fieldset className={styles.group}>
          <legend>Place and time</legend>
          <div className={styles.pair}>
            <TextField
              {...texts('region')}
              {...register('region', short)}
              optional
              description="Where the work takes place, in words: Monterey Canyon, California."
            />
            <TextField
              {...texts('habitat')}
              {...register('habitat', short)}
              optional
              description="What the sea floor or water is like: rocky reef, soft sediment, seagrass."
            />
            <DateField {...texts('startDate')} {...register('startDate')} optional description="When field work began or begins." />
            <DateField
              {...texts('endDate')}
              {...register('endDate', {
                validate: end => !end || !getValues('startDate') || end >= getValues('startDate') || 'The last day is before the first'
              })}
              optional
              description="Leave it empty while the work goes on."
            />
          </div>
        </fieldset>
      )}
      {offered.includes('visibility') && (
        <RadioGroup
          legend={fieldLabels.visibility}
          name="visibility"
          className={styles.group}
          inputProps={{ ...register('visibility'), disabled: readOnly }}
          options={[
            {
              value: 'private',
              label: visibilityWords.private,
              description: 'Owners, editors and viewers that you add. Others do not learn that it exists.'
            },
            { value: 'internal', label: visibilityWords.internal, description: 'Looking only; changes are up to its members.' }
          ]}
        />
      )}
    </>
  )
}
