import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { AttributeField, AttributeFieldDraft, AttributeType } from '../../../shared/contracts/attribute-fields.ts'
import { occurrenceAttributes, strayFromStandard } from '../../../shared/vocabulary/occurrence-attributes.ts'
import { renewFields, saveField } from '../../annotation/attributes/queries.ts'
import { numberIn, titleOf, typeWords } from '../../annotation/attributes/words.ts'
import { ApiError, sentenceOf } from '../../api/api-error.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import styles from './attributes.module.css'
import { texts } from './texts.ts'

const { fieldDialog: words } = texts

/** Form values of an attribute field. Missing values are empty strings, and `choices` has one value per line. */
interface Form {
  name: string
  type: AttributeType
  unit: string
  minimum: string
  maximum: string
  choices: string
  required: boolean
  measurementTypeID: string
}
const names = ['name', 'type', 'unit', 'minimum', 'maximum', 'choices', 'required', 'measurementTypeID'] as const

const formOf = (field: AttributeField | null): Form => ({
  name: field?.name ?? '',
  type: field?.type ?? 'text',
  unit: field?.unit ?? '',
  minimum: field?.minimum == null ? '' : String(field.minimum),
  maximum: field?.maximum == null ? '' : String(field.maximum),
  choices: field?.choices.join('\n') ?? '',
  required: field?.required ?? false,
  measurementTypeID: field?.measurementTypeID ?? ''
})

/** Whether Darwin Core Archives have an occurrence column of this name. If so, the attribute is not exported as a measurement. */
const hasColumn = (name: string) => occurrenceAttributes.some(standard => standard.name === name)

const linesOf = (text: string) => [...new Set(text.split('\n').flatMap(line => line.trim() || []))]

function draftOf({ name, type, unit, minimum, maximum, choices, required, measurementTypeID }: Form): AttributeFieldDraft {
  const isOfNumbers = type === 'integer' || type === 'number'
  const limit = (text: string) => (isOfNumbers && text.trim() !== '' ? numberIn(text) : null)
  return {
    name: name.trim(),
    type,
    unit: isOfNumbers ? unit.trim() || null : null,
    minimum: limit(minimum),
    maximum: limit(maximum),
    choices: type === 'choice' ? linesOf(choices) : [],
    required,
    measurementTypeID: measurementTypeID.trim() || null
  }
}

interface FieldDialogProps {
  projectId: string
  /** Field to edit; null for a new one. */
  field: AttributeField | null
  onClose: () => void
}

/** Dialog that adds an attribute or changes the values it accepts. */
// Long: one form, field by field.
export function FieldDialog({ projectId, field, onClose }: FieldDialogProps) {
  const client = useQueryClient()
  const { mutateAsync: save, isPending } = useMutation({ mutationFn: (draft: AttributeFieldDraft) => saveField(projectId, field, draft) })
  const form = useForm<Form>({ defaultValues: formOf(field), mode: 'onTouched' })
  const { register, watch, setError, getValues } = form
  const { errors } = form.formState
  const type = watch('type')

  const submit = form.handleSubmit(async given => {
    try {
      await save(draftOf(given))
      await renewFields(client, projectId)
      onClose()
    } catch (error) {
      const faults = error instanceof ApiError ? error.errors : []
      for (const { path, message } of faults) {
        const name = names.find(known => path === `/${known}` || path.startsWith(`/${known}/`))
        if (name) setError(name, { message })
      }
      setError('root', { message: sentenceOf(error, words.notSaved) })
      if (error instanceof ApiError && error.status === 409) await renewFields(client, projectId)
    }
  })
  const limit = (name: 'minimum' | 'maximum', label: string) => (
    <TextField
      label={label}
      optional
      inputMode="decimal"
      autoComplete="off"
      error={errors[name]?.message}
      {...register(name, {
        validate: text => {
          if (text.trim() === '') return true
          const number = numberIn(text)
          if (Number.isNaN(number)) return words.number
          if (getValues('type') === 'integer' && !Number.isInteger(number)) return words.wholeNumber
          const least = numberIn(getValues('minimum'))
          return name === 'minimum' || Number.isNaN(least) || number >= least || words.tooSmall
        }
      })}
    />
  )
  return (
    <FormDialog
      title={field ? words.edit(titleOf(field.name)) : words.add}
      confirm={field ? words.confirmEdit : words.confirmAdd}
      busy={isPending}
      problem={errors.root?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
    >
      {field ? (
        <p className={styles.fixed}>
          {typeWords[field.type]}, <code>{field.name}</code>. {words.fixed}
        </p>
      ) : (
        <>
          <TextField
            label={words.name}
            autoComplete="off"
            error={errors.name?.message}
            description={words.nameAbout}
            {...register('name', {
              validate: text => {
                const name = text.trim()
                if (name === '') return words.noName
                const { minimum } = draftOf(getValues())
                const stray = strayFromStandard({ name, type: getValues('type'), minimum })
                return stray === null || words.strayName(stray)
              },
              maxLength: { value: 60, message: words.atMost(60) }
            })}
          />
          <Select
            label={words.type}
            options={(Object.keys(typeWords) as AttributeType[]).map(value => ({ value, label: typeWords[value] }))}
            {...register('type')}
          />
        </>
      )}
      {(type === 'integer' || type === 'number') && (
        <div className={styles.pair}>
          <TextField
            label={words.unit}
            optional
            autoComplete="off"
            error={errors.unit?.message}
            {...register('unit', { maxLength: { value: 20, message: words.atMost(20) } })}
          />
          {limit('minimum', words.minimum)}
          {limit('maximum', words.maximum)}
        </div>
      )}
      {type === 'choice' && (
        <TextArea
          label={words.choices}
          rows={5}
          error={errors.choices?.message}
          description={words.choicesAbout}
          {...register('choices', {
            validate: text => {
              const lines = linesOf(text)
              if (lines.length === 0) return words.noChoice
              if (lines.length > 100) return words.tooManyChoices(lines.length)
              return lines.every(line => line.length <= 100) || words.longChoice
            }
          })}
        />
      )}
      {!(field && hasColumn(field.name)) && (
        <TextField
          label={words.term}
          optional
          inputMode="url"
          autoComplete="off"
          error={errors.measurementTypeID?.message}
          description={words.termAbout}
          {...register('measurementTypeID', {
            maxLength: { value: 1000, message: words.atMost(1000) },
            pattern: { value: /^\s*(https?:\/\/\S+)?\s*$/, message: words.noUrl }
          })}
        />
      )}
      <Checkbox label={words.required} description={words.requiredAbout} {...register('required')} />
    </FormDialog>
  )
}
