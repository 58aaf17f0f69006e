import { useId, useMemo } from 'react'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { indexLabels } from '../../annotation/label-index.ts'
import { LabelPanel } from '../../annotation/label-panel.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import type { Plan } from './plan-draft.ts'
import styles from './rounds.module.css'
import { texts } from './texts.ts'

const { images: words } = texts

interface ImageChoiceProps {
  plan: Plan
  labels: readonly OutlineLabel[]
  onChange: (change: Partial<Plan>) => void
}

/** Choice of the images of a blind session: all images, a random sample, images with a label, or a list of file names. */
export function ImageChoice({ plan, labels, onChange }: ImageChoiceProps) {
  const searchId = useId()
  const labelIndex = useMemo(() => indexLabels(labels), [labels])
  return (
    <>
      <RadioGroup
        legend={words.legend}
        name="images"
        value={plan.kind}
        onChange={kind => onChange({ kind })}
        options={[
          { value: 'all', label: words.all },
          { value: 'sample', label: words.sample },
          { value: 'label', label: words.label },
          { value: 'named', label: words.named }
        ]}
      />
      {plan.kind === 'sample' && (
        <div className={styles.pair}>
          <TextField
            label={words.count}
            type="number"
            min={1}
            value={plan.count}
            onChange={event => onChange({ count: event.currentTarget.value })}
          />
          <TextField
            label={words.seed}
            description={words.seedAbout}
            value={plan.seed}
            onChange={event => onChange({ seed: event.currentTarget.value })}
          />
        </div>
      )}
      {plan.kind === 'label' && (
        <div className={styles.picker}>
          <LabelPanel
            labelIndex={labelIndex}
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
          label={words.fileNames}
          description={words.fileNamesAbout}
          rows={5}
          value={plan.names}
          onChange={event => onChange({ names: event.currentTarget.value })}
        />
      )}
    </>
  )
}
