import type { Shape } from '../../../shared/contracts/shapes.ts'
import panels from '../../annotation/panels.module.css'
import type { ImageCard } from '../../imagery/images.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type DraftErrors, inUnit, planOf, type SampleDraft, sides, type Unit, withBox } from './draft.ts'
import { PlanPreview } from './plan-preview.tsx'
import styles from './sampling.module.css'

interface PlanFieldsProps {
  draft: SampleDraft
  errors: DraftErrors
  image: ImageCard
  /** Selected shape on the canvas. A box may become the area. */
  selected: Shape | null
  onChange: (draft: SampleDraft) => void
}

const sideWords = { left: 'Left', right: 'Right', top: 'Top', bottom: 'Bottom' }

/** Fields for the number of points, the method and the area of the image. */
// Long: the fields of one form in their order.
export function PlanFields({ draft, errors, image, selected, onChange }: PlanFieldsProps) {
  const change = (part: Partial<SampleDraft>) => onChange({ ...draft, ...part })
  const boxed = withBox(draft, selected, image)
  const isSound = Object.keys(errors).length === 0
  return (
    <>
      <RadioGroup
        legend="How"
        name="method"
        value={draft.method}
        onChange={method => change({ method })}
        options={[
          { value: 'stratified', label: 'Stratified random', description: 'one point in each cell of a grid' },
          { value: 'random', label: 'Random', description: 'anywhere in the area' },
          { value: 'grid', label: 'Grid', description: 'the centre of each cell' }
        ]}
      />
      <div className={panels.pair}>
        <TextField
          label="Points per image"
          type="number"
          min={1}
          max={1000}
          value={draft.count}
          error={errors.count}
          onChange={event => change({ count: event.currentTarget.value })}
        />
        <TextField
          label="Seed"
          value={draft.seed}
          maxLength={100}
          error={errors.seed}
          description="The same seed gives the same points again."
          onChange={event => change({ seed: event.currentTarget.value })}
        />
      </div>
      <div className={styles.within}>
        <div className={styles.fields}>
          <RadioGroup
            legend="Within"
            name="within"
            value={draft.within}
            onChange={within => change({ within })}
            options={[
              { value: 'image', label: 'The whole image' },
              { value: 'area', label: 'An area', description: 'such as the inside of a quadrat’s frame' }
            ]}
          />
          {draft.within === 'area' && (
            <>
              <Select
                label="Sides in"
                value={draft.unit}
                options={[
                  { value: 'percent', label: 'Percent of the image' },
                  { value: 'pixels', label: 'Pixels' }
                ]}
                description="From the left and from the top."
                onChange={event => onChange(inUnit(draft, event.currentTarget.value as Unit, image))}
              />
              <div className={styles.sides}>
                {sides.map(side => (
                  <TextField
                    key={side}
                    label={sideWords[side]}
                    type="number"
                    min={0}
                    step="any"
                    after={draft.unit === 'percent' ? '%' : 'px'}
                    value={draft[side]}
                    error={errors[side]}
                    onChange={event => change({ [side]: event.currentTarget.value })}
                  />
                ))}
              </div>
            </>
          )}
        </div>
        <div className={styles.shown}>
          <PlanPreview image={image} plan={isSound ? planOf(draft) : null} />
          {boxed && (
            <Button size="small" className={styles.start} onClick={() => onChange(boxed)}>
              Use the selected box
            </Button>
          )}
        </div>
      </div>
    </>
  )
}
