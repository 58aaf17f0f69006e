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
import { texts } from './texts.ts'

const { plan: words } = texts

interface PlanFieldsProps {
  draft: SampleDraft
  errors: DraftErrors
  image: ImageCard
  /** Selected shape on the canvas. A box can be used as the area. */
  selected: Shape | null
  onChange: (draft: SampleDraft) => void
}

/** Fields for the number of points, the method and the area of the image. */
// Long: all fields of one form, in order.
export function PlanFields({ draft, errors, image, selected, onChange }: PlanFieldsProps) {
  const change = (part: Partial<SampleDraft>) => onChange({ ...draft, ...part })
  const boxed = withBox(draft, selected, image)
  const isSound = Object.keys(errors).length === 0
  return (
    <>
      <RadioGroup
        legend={words.method}
        name="method"
        value={draft.method}
        onChange={method => change({ method })}
        options={words.methods}
      />
      <div className={panels.pair}>
        <TextField
          label={words.count}
          type="number"
          min={1}
          max={1000}
          value={draft.count}
          error={errors.count}
          onChange={event => change({ count: event.currentTarget.value })}
        />
        <TextField
          label={words.seed}
          value={draft.seed}
          maxLength={100}
          error={errors.seed}
          description={words.seedAbout}
          onChange={event => change({ seed: event.currentTarget.value })}
        />
      </div>
      <div className={styles.within}>
        <div className={styles.fields}>
          <RadioGroup
            legend={words.within}
            name="within"
            value={draft.within}
            onChange={within => change({ within })}
            options={[
              { value: 'image', label: words.wholeImage },
              { value: 'area', label: words.area, description: words.areaAbout }
            ]}
          />
          {draft.within === 'area' && (
            <>
              <Select
                label={words.unit}
                value={draft.unit}
                options={[
                  { value: 'percent', label: words.percent },
                  { value: 'pixels', label: words.pixels }
                ]}
                description={words.unitAbout}
                onChange={event => onChange(inUnit(draft, event.currentTarget.value as Unit, image))}
              />
              <div className={styles.sides}>
                {sides.map(side => (
                  <TextField
                    key={side}
                    label={words.sides[side]}
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
              {words.useBox}
            </Button>
          )}
        </div>
      </div>
    </>
  )
}
