import type { RunDetails } from '../../../shared/contracts/ai.ts'
import styles from './ai.module.css'
import { texts } from './texts.ts'

const { suggestions: words } = texts
const binsPerBar = 5

/** Returns the number of waiting suggestions in each of 100 probability bins. @param labelId label to count; null for all labels */
export function binsOf({ histogram }: Pick<RunDetails, 'histogram'>, labelId: string | null): number[] {
  const bins = new Array<number>(100).fill(0)
  for (const of of histogram)
    if (labelId === null || of.labelId === labelId) for (const [bin, count] of of.bins.entries()) bins[bin] = (bins[bin] ?? 0) + count
  return bins
}

export const countFrom = (bins: readonly number[], percent: number): number => bins.slice(percent).reduce((sum, count) => sum + count, 0)

interface ThresholdProps {
  bins: readonly number[]
  percent: number
  onChange(percent: number): void
}

/** Threshold slider below a histogram of the suggestions, with the number of suggestions at or above it. */
export function Threshold({ bins, percent, onChange }: ThresholdProps) {
  const bars = Array.from({ length: 100 / binsPerBar }, (_, bar) =>
    bins.slice(bar * binsPerBar, (bar + 1) * binsPerBar).reduce((sum, count) => sum + count, 0)
  )
  const tallest = Math.max(1, ...bars)
  return (
    <div className={styles.threshold}>
      <svg className={styles.histogram} viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label={words.histogram}>
        {bars.map((count, bar) => (
          <rect
            key={`${bar * binsPerBar}`}
            x={bar * binsPerBar + 0.3}
            width={binsPerBar - 0.6}
            y={40 - Math.max(count > 0 ? 1 : 0, (39 * count) / tallest)}
            height={Math.max(count > 0 ? 1 : 0, (39 * count) / tallest)}
            data-below={(bar + 1) * binsPerBar <= percent || undefined}
          />
        ))}
      </svg>
      <div className={styles.slider}>
        <span className={styles.sliderWords}>
          <span>{words.threshold}</span>
          <output>{words.atLeast(percent)}</output>
        </span>
        <input
          type="range"
          aria-label={words.threshold}
          aria-valuetext={words.atLeast(percent)}
          min={0}
          max={99}
          step={1}
          value={percent}
          onChange={event => onChange(Number(event.currentTarget.value))}
        />
      </div>
      <p className={styles.quiet} aria-live="polite">
        {words.countAt(countFrom(bins, percent))}
      </p>
    </div>
  )
}
