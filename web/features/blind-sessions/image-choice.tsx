import { useId, useMemo } from 'react'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { labelBook } from '../../annotation/label-book.ts'
import { LabelPanel } from '../../annotation/label-panel.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import type { Plan } from './plan-draft.ts'
import styles from './sessions.module.css'

interface ImageChoiceProps {
  plan: Plan
  labels: readonly OutlineLabel[]
  onChange: (change: Partial<Plan>) => void
}

/** The images of a blind session: all, some at random, those with a label, or those with these names. */
export function ImageChoice({ plan, labels, onChange }: ImageChoiceProps) {
  const searchId = useId()
  const book = useMemo(() => labelBook(labels), [labels])
  return (
    <>
      <RadioGroup
        legend="Images"
        name="images"
        value={plan.kind}
        onChange={kind => onChange({ kind })}
        options={[
          { value: 'all', label: 'All that the project has now' },
          { value: 'sample', label: 'Some at random' },
          { value: 'label', label: 'Those on which something has a label' },
          { value: 'named', label: 'Those that I name' }
        ]}
      />
      {plan.kind === 'sample' && (
        <div className={styles.pair}>
          <TextField
            label="How many"
            type="number"
            min={1}
            value={plan.count}
            onChange={event => onChange({ count: event.currentTarget.value })}
          />
          <TextField
            label="Seed"
            description="The same seed draws the same images again."
            value={plan.seed}
            onChange={event => onChange({ seed: event.currentTarget.value })}
          />
        </div>
      )}
      {plan.kind === 'label' && (
        <div className={styles.picker}>
          <LabelPanel
            book={book}
            current={plan.labelId}
            recent={plan.labelId ? [plan.labelId] : []}
            searchId={searchId}
            onChoose={labelId => onChange({ labelId })}
            onCreate={null}
            onLeave={() => {}}
          />
        </div>
      )}
      {plan.kind === 'named' && (
        <TextArea
          label="File names"
          description="One on each line."
          rows={5}
          value={plan.names}
          onChange={event => onChange({ names: event.currentTarget.value })}
        />
      )}
    </>
  )
}
