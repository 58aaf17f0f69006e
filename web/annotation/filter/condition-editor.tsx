import { useId, useState } from 'react'
import { type Condition, choices, type FilterField, type Operator, operatorsOf, ranges } from '../../../shared/filters.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import { TaxonName } from '../../ui/taxon-name.ts'
import { DateField, TextField } from '../../ui/text-field.tsx'
import type { LabelIndex } from '../label-index.ts'
import { LabelPanel } from '../label-panel.tsx'
import { choiceWords, fieldWords, operatorWords } from '../words.ts'
import styles from './filters.module.css'
import { texts } from './texts.ts'

const { editor: words, faults } = texts

export interface Annotator {
  id: string
  name: string
  annotationCount: number
}

interface ConditionEditorProps {
  /** Condition to change; undefined for a new one. */
  condition?: Condition
  labelIndex: LabelIndex
  people: readonly Annotator[]
  attributes?: readonly string[] | undefined
  /** Buttons that submit the condition, such as "Add" or "Change". */
  takes: { label: string; run: (condition: Condition) => void }[]
}

/** Values of the form, all as text. They are validated when a button is pressed. */
interface Draft {
  field: FilterField
  operator: Operator
  name: string
  value: string
}

/** Fields that a person can choose. Conditions on an import come from links, and those on an area from the map. */
const fields = (Object.keys(fieldWords) as FilterField[]).filter(
  field => field !== 'import' && field !== 'importedFacts' && field !== 'area'
)

/** Form for one condition: field, operator and value. */
// Long: one branch for each kind of condition.
export function ConditionEditor({ condition, labelIndex, people, attributes = [], takes }: ConditionEditorProps) {
  const searchId = useId()
  const [draft, setDraft] = useState<Draft>(() => (condition ? draftOf(condition) : emptyDraft('label')))
  const [problem, setProblem] = useState<string | null>(null)
  const { field, operator, name, value } = draft
  const set = (change: Partial<Draft>) => {
    setProblem(null)
    setDraft({ ...draft, ...change })
  }

  function take(run: (condition: Condition) => void) {
    const read = conditionOf(draft)
    if (typeof read === 'string') setProblem(read)
    else run(read)
  }

  const chosen = labelIndex.get(value)
  const isOfLabel = field === 'label' || field === 'imageLabel'
  return (
    <form
      className={styles.editor}
      onSubmit={event => {
        event.preventDefault()
        const [first] = takes
        if (first) take(first.run)
      }}
    >
      <Select
        label={words.field}
        options={fields.map(one => ({ value: one, label: fieldWords[one] }))}
        value={field}
        onChange={event => {
          setProblem(null)
          setDraft(emptyDraft(event.target.value as FilterField, people))
        }}
      />
      {field === 'attribute' && (
        <>
          <TextField
            label={words.attribute}
            value={name}
            maxLength={60}
            list={`${searchId}-attributes`}
            onChange={event => set({ name: event.target.value })}
          />
          <datalist id={`${searchId}-attributes`}>
            {attributes.map(known => (
              <option key={known} value={known} />
            ))}
          </datalist>
        </>
      )}
      <Select
        label={words.comparison}
        options={operatorsOf[field].map(one => ({ value: one, label: operatorWords(field, one) }))}
        value={operator}
        onChange={event => set({ operator: event.target.value as Operator })}
      />
      {isOfLabel ? (
        <div>
          <p className={styles.chosenLabel}>{chosen ? <TaxonName label={chosen} /> : value ? words.deletedLabel : nothingChosen(draft)}</p>
          <LabelPanel
            bare
            labelIndex={labelIndex}
            current={value || null}
            recent={[]}
            searchId={searchId}
            onChoose={labelId => set({ value: labelId })}
            onCreate={null}
            onLeave={() => {}}
          />
        </div>
      ) : (
        <Value draft={draft} people={people} problem={problem} onChange={text => set({ value: text })} />
      )}
      {isOfLabel && problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.editorActions}>
        {takes.map(({ label, run }, at) => (
          <Button key={label} size="small" variant={at === 0 ? 'primary' : 'secondary'} onClick={() => take(run)}>
            {label}
          </Button>
        ))}
      </div>
    </form>
  )
}

const nothingChosen = ({ field, operator }: Draft) => (field === 'label' && operator !== 'under' ? words.noLabel : words.chooseLabel)

interface ValueProps {
  draft: Draft
  people: readonly Annotator[]
  problem: string | null
  onChange: (value: string) => void
}

function Value({ draft: { field, operator, value }, people, problem, onChange }: ValueProps) {
  const error = problem ?? undefined
  switch (field) {
    case 'reviewState':
    case 'source':
    case 'shape':
    case 'workState':
      return (
        <Select
          label={words.value}
          options={choices[field].map(one => ({ value: one, label: choiceWords[field][one] ?? one }))}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )
    case 'person':
      return (
        <Select
          label={words.value}
          error={error}
          options={people.map(({ id, name, annotationCount }) => ({ value: id, label: `${name} (${formatNumber(annotationCount)})` }))}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )
    case 'eventDate':
      return <DateField label={words.day} error={error} value={value} onChange={event => onChange(event.target.value)} />
    case 'confidence':
      return <NumberField label={words.certainty} unit="%" error={error} value={value} onChange={onChange} />
    case 'depth':
      return <NumberField label={words.depth} unit="m" error={error} value={value} onChange={onChange} />
    default:
      return field === 'attribute' && (operator === 'atLeast' || operator === 'atMost') ? (
        <NumberField label={words.value} error={error} value={value} onChange={onChange} />
      ) : (
        <TextField label={words.value} error={error} value={value} maxLength={200} onChange={event => onChange(event.target.value)} />
      )
  }
}

interface NumberFieldProps {
  label: string
  unit?: string
  error: string | undefined
  value: string
  onChange: (value: string) => void
}

function NumberField({ label, unit, error, value, onChange }: NumberFieldProps) {
  return (
    <TextField
      label={label}
      inputMode="decimal"
      error={error}
      value={value}
      after={unit && <span className={styles.unit}>{unit}</span>}
      onChange={event => onChange(event.target.value)}
    />
  )
}

function emptyDraft(field: FilterField, people: readonly Annotator[] = []): Draft {
  const isChoice = field === 'reviewState' || field === 'source' || field === 'shape' || field === 'workState'
  const value = isChoice ? choices[field][0] : field === 'person' ? (people[0]?.id ?? '') : ''
  return { field, operator: operatorsOf[field][0]!, name: '', value }
}

function draftOf(condition: Condition): Draft {
  const { field, operator, value } = condition
  const text = field === 'confidence' ? String(Number((condition.value * 100).toFixed(6))) : String(value ?? '')
  return { field, operator, name: field === 'attribute' ? condition.name : '', value: text }
}

/** Condition of a draft, or an error message when a part is missing or invalid. */
function conditionOf({ field, operator, name, value }: Draft): Condition | string {
  const text = value.trim()
  const made = (given: Condition['value']) =>
    ({ field, ...(field === 'attribute' && { name: name.trim() }), operator, value: given }) as Condition
  if (field === 'attribute' && name.trim() === '') return faults.attribute
  if (field === 'label' && text === '') return operator === 'under' ? faults.label : made(null)
  if (text === '') return field === 'imageLabel' ? faults.label : faults.value
  if (field === 'eventDate') return /^\d{4}-\d{2}-\d{2}$/.test(text) ? made(text) : faults.date
  const isNumber =
    field === 'depth' || field === 'confidence' || (field === 'attribute' && (operator === 'atLeast' || operator === 'atMost'))
  if (!isNumber) return made(text)
  const number = Number(text.replace(',', '.')) / (field === 'confidence' ? 100 : 1)
  if (!Number.isFinite(number)) return faults.number
  const [least, most] = field === 'depth' || field === 'confidence' ? ranges[field] : [-Infinity, Infinity]
  if (number >= least && number <= most) return made(number)
  return field === 'confidence' ? faults.certainty : faults.depth(least, most)
}
