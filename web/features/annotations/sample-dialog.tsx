import { useState } from 'react'
import type { PointMethod, Sample, SamplePlan } from '../../../shared/contracts/sampling.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/error-panel.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { formatCount } from '../../ui/format.ts'
import { TextField } from '../../ui/text-field.tsx'
import styles from './panels.module.css'

const mostAtOnce = 200

interface SampleDialogProps {
  /** The image that is seen, and all that are known, in their order. */
  current: string
  listed: readonly string[]
  /** The points that this image has. */
  existing: Sample | undefined
  draw: (mediaIds: string[], plan: SamplePlan) => Promise<{ drawn: number; left: number }>
  remove: (sampleId: string) => Promise<unknown>
  onClose: (said: string | null) => void
}

/** Draws points for percent cover: how many, how, where, and from which seed. */
export function SampleDialog({ current, listed, existing, draw, remove, onClose }: SampleDialogProps) {
  const [method, setMethod] = useState<PointMethod>('stratified')
  const [count, setCount] = useState('50')
  const [margin, setMargin] = useState('0')
  const [seed, setSeed] = useState('1')
  const [scope, setScope] = useState<'one' | 'all'>('one')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function submit() {
    setBusy(true)
    setFailure(null)
    const edge = Number(margin)
    const area = { unit: 'percent' as const, left: edge, right: 100 - edge, top: edge, bottom: 100 - edge }
    const plan: SamplePlan = { method, count: Number(count), seed, ...(edge > 0 && { area }) }
    const mediaIds = scope === 'one' ? [current] : [...listed]
    try {
      let [drawn, left] = [0, 0]
      for (let from = 0; from < mediaIds.length; from += mostAtOnce) {
        const done = await draw(mediaIds.slice(from, from + mostAtOnce), plan)
        drawn += done.drawn
        left += done.left
      }
      const had = left > 0 ? `; ${formatCount(left, 'image has', 'images have')} points already` : ''
      onClose(`Points drawn on ${formatCount(drawn, 'image', 'images')}${had}`)
    } catch (error) {
      setFailure(sentenceOf(error, 'The points were not drawn.'))
      setBusy(false)
    }
  }

  async function takeAway({ id, points }: Sample) {
    setBusy(true)
    try {
      await remove(id)
      onClose(`${formatCount(points.length, 'point', 'points')} taken away`)
    } catch (error) {
      setFailure(sentenceOf(error, 'The points were not taken away.'))
      setBusy(false)
    }
  }

  return (
    <Dialog
      title="Sample points"
      isOpen
      onClose={() => onClose(null)}
      actions={
        <>
          <Button onClick={() => onClose(null)}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={() => void submit()}>
            Draw points
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {failure && <FormSummary title={failure} />}
        <p className={styles.hint}>Name what lies under each point; the share of the points is the cover, with its interval.</p>
        {existing && (
          <Note>
            <p>
              This image has {formatCount(existing.points.length, 'point', 'points')}, drawn with the seed “{existing.plan.seed}”.
            </p>
            <Button size="small" busy={busy} onClick={() => void takeAway(existing)}>
              Take them away
            </Button>
          </Note>
        )}
        <RadioGroup
          legend="How"
          name="method"
          value={method}
          onChange={setMethod}
          options={[
            { value: 'stratified', label: 'Stratified random', description: 'one point in each cell of a raster' },
            { value: 'random', label: 'Random', description: 'anywhere on the image' },
            { value: 'grid', label: 'Grid', description: 'the middle of each cell' }
          ]}
        />
        <div className={styles.pair}>
          <TextField
            label="Points per image"
            type="number"
            min={1}
            max={1000}
            value={count}
            onChange={event => setCount(event.currentTarget.value)}
          />
          <TextField
            label="Margin in percent"
            type="number"
            min={0}
            max={49}
            value={margin}
            onChange={event => setMargin(event.currentTarget.value)}
          />
        </div>
        <TextField
          label="Seed"
          value={seed}
          description="The same seed gives the same points again."
          onChange={event => setSeed(event.currentTarget.value)}
        />
        <RadioGroup
          legend="Where"
          name="scope"
          value={scope}
          onChange={setScope}
          options={[
            { value: 'one', label: 'This image' },
            { value: 'all', label: `Every image in the list (${formatCount(listed.length, 'image', 'images')})` }
          ]}
        />
      </div>
    </Dialog>
  )
}
