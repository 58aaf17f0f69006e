import { useState } from 'react'
import type { ScaleApplication, ScaleApplied, ScaleBasis } from '../../../shared/contracts/scale.ts'
import panels from '../../annotation/panels.module.css'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, RadioGroup } from '../../ui/choice.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './scale.module.css'
import { texts } from './texts.ts'

const { others: words } = texts

const mostNamed = 1000

interface ScaleElsewhereProps {
  method: ScaleBasis['method']
  image: { width: number; height: number }
  camera: string | null
  following: readonly string[]
  apply: (application: Omit<ScaleApplication, 'from'>) => Promise<ScaleApplied>
  onDone: (outcome: string) => void
}

/** Form that applies the scale of this image to other images. */
// Long: one region of the page, top to bottom.
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
      onDone(words.applied(applied, kept))
    } catch (error) {
      setFailure(sentenceOf(error, words.notApplied))
    } finally {
      setBusy(false)
    }
  }

  return (
    <details className={styles.elsewhere}>
      <summary>{words.title}</summary>
      <div className={styles.form}>
        {failure && <FormSummary title={failure} />}
        <p className={panels.hint}>{words.assumptions[method] ?? words.assumption}</p>
        <RadioGroup
          legend={words.scope}
          name="scale-scope"
          value={scope}
          onChange={setScope}
          options={[
            {
              value: 'alike',
              label: words.alike,
              description: words.alikeAbout(camera, image.width, image.height)
            },
            { value: 'next', label: words.next, disabled: most === 0 }
          ]}
        />
        {scope === 'next' && (
          <TextField
            label={words.count}
            type="number"
            min={1}
            max={most}
            value={next}
            onChange={event => setNext(event.currentTarget.value)}
          />
        )}
        <Checkbox label={words.replace} checked={replace} onChange={event => setReplace(event.currentTarget.checked)} />
        <div className={panels.actions}>
          <Button size="small" busy={busy} onClick={() => void submit()}>
            {words.apply}
          </Button>
        </div>
        {left.length > 0 && (
          <ul className={styles.left} aria-label={words.unchanged}>
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
