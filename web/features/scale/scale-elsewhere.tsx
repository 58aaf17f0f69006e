import { useState } from 'react'
import type { ScaleApplication, ScaleApplied, ScaleBasis } from '../../../shared/contracts/scale.ts'
import panels from '../../annotation/panels.module.css'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, RadioGroup } from '../../ui/choice.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { formatCount } from '../../ui/format.ts'
import { TextField } from '../../ui/text-field.tsx'
import styles from './scale.module.css'

const mostNamed = 1000
const ofItsOwn: Partial<Record<ScaleBasis['method'], string>> = {
  altitude: 'Each image uses its own altitude, and its angle of view where a table gives one. Those without an altitude are left out.',
  lens: 'Each image uses its own altitude. Those without one are left out.'
}

interface ScaleElsewhereProps {
  method: ScaleBasis['method']
  image: { width: number; height: number }
  camera: string | null
  following: readonly string[]
  apply: (application: Omit<ScaleApplication, 'from'>) => Promise<ScaleApplied>
  onDone: (said: string) => void
}

/** Form that applies the scale of this image to others. */
// Long: one region, in the order of the page.
export function ScaleElsewhere({ method, image, camera, following, apply, onDone }: ScaleElsewhereProps) {
  const [scope, setScope] = useState<'alike' | 'next'>('alike')
  const [next, setNext] = useState('10')
  const [replace, setReplace] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [left, setLeft] = useState<ScaleApplied['left']>([])
  const most = Math.min(following.length, mostNamed)
  const named = following.slice(0, Math.min(Math.max(1, Math.trunc(Number(next)) || 1), most))

  async function submit() {
    setBusy(true)
    setFailure(null)
    let [applied, kept] = [0, 0]
    const reasons: ScaleApplied['left'] = []
    try {
      for (let cursor: string | null = ''; cursor !== null; ) {
        const one = scope === 'next' ? { mediaIds: [...named] } : cursor ? { cursor } : {}
        const done: ScaleApplied = await apply({ ...one, ...(replace && { replace }) })
        applied += done.appliedCount
        kept += done.leftCount
        reasons.push(...done.left)
        cursor = done.nextCursor
      }
      setLeft(reasons.slice(0, 100))
      const rest = kept > 0 ? `; ${formatCount(kept, 'image was', 'images were')} not changed` : ''
      onDone(`${formatCount(applied, 'image has', 'images have')} this scale now${rest}`)
    } catch (error) {
      setFailure(sentenceOf(error, 'The scale was not applied to other images.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <details className={styles.elsewhere}>
      <summary>Apply it to other images</summary>
      <div className={styles.form}>
        {failure && <FormSummary title={failure} />}
        <p className={panels.hint}>{ofItsOwn[method] ?? 'Correct only if the camera kept the same distance, as on a frame.'}</p>
        <RadioGroup
          legend="Which"
          name="scale-scope"
          value={scope}
          onChange={setScope}
          options={[
            {
              value: 'alike',
              label: 'All of the same camera and size',
              description: `${camera ?? 'no camera named'}, ${image.width} × ${image.height}`
            },
            { value: 'next', label: 'The next ones in the list', disabled: most === 0 }
          ]}
        />
        {scope === 'next' && (
          <TextField
            label="How many"
            type="number"
            min={1}
            max={most}
            value={next}
            onChange={event => setNext(event.currentTarget.value)}
          />
        )}
        <Checkbox label="Also replace existing scales" checked={replace} onChange={event => setReplace(event.currentTarget.checked)} />
        <div className={panels.actions}>
          <Button size="small" busy={busy} onClick={() => void submit()}>
            Apply the scale
          </Button>
        </div>
        {left.length > 0 && (
          <ul className={styles.left} aria-label="Images that were not changed">
            {left.map(({ mediaId, fileName, reason }) => (
              <li key={mediaId}>
                {fileName ?? mediaId} {reason}
              </li>
            ))}
          </ul>
        )}
      </div>
    </details>
  )
}
