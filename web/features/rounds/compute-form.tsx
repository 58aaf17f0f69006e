import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { MatchLimits } from '../../../shared/contracts/annotation-sessions.ts'
import { usualMatchLimits } from '../../../shared/limits.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { computeAgreement } from './queries.ts'
import styles from './rounds.module.css'
import { texts } from './texts.ts'

const { computeForm: words } = texts

interface ComputeFormProps {
  projectId: string
  roundId: string
  /** Thresholds of the last computation; null before the first. */
  limits: MatchLimits | null
  mayChangeLimits: boolean
  busy: boolean
}

/** Form with the thresholds at which two annotations match, and the button that starts the comparison. */
export function ComputeForm({ projectId, roundId, limits, mayChangeLimits, busy }: ComputeFormProps) {
  const compute = useMutation(computeAgreement(projectId, roundId))
  const [overlap, setOverlap] = useState(String(Math.round((limits ?? usualMatchLimits).leastOverlap * 100)))
  const [distance, setDistance] = useState(String((limits ?? usualMatchLimits).mostDistancePx))
  const [problem, setProblem] = useState<string | null>(null)

  function submit() {
    const [leastOverlap, mostDistancePx] = [Number(overlap) / 100, Number(distance)]
    if (!(leastOverlap >= 0.05 && leastOverlap <= 1)) return setProblem(words.overlapOutside)
    if (!(mostDistancePx >= 1 && mostDistancePx <= 10_000)) return setProblem(words.distanceOutside)
    setProblem(null)
    compute.mutate({ leastOverlap, mostDistancePx })
  }

  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <FormSummary title={problem ?? (compute.error ? sentenceOf(compute.error, words.failed) : null)} />
      <div className={styles.limits}>
        <TextField
          label={words.overlap}
          type="number"
          min={5}
          max={100}
          after="%"
          readOnly={!mayChangeLimits}
          value={overlap}
          onChange={event => setOverlap(event.currentTarget.value)}
        />
        <TextField
          label={words.distance}
          type="number"
          min={1}
          max={10_000}
          after="px"
          readOnly={!mayChangeLimits}
          value={distance}
          onChange={event => setDistance(event.currentTarget.value)}
        />
        <Button type="submit" variant={limits ? 'secondary' : 'primary'} busy={busy || compute.isPending}>
          {limits ? words.compareAgain : words.compare}
        </Button>
      </div>
      {!mayChangeLimits && <p className={styles.quiet}>{words.ownersOnly}</p>}
    </form>
  )
}
