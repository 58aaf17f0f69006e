import { formatNumber } from './format.ts'
import styles from './report-counts.module.css'

export interface ReportCount {
  value: number
  /** Name of the counted things, singular or plural to suit the value. */
  name: string
  /** `result` for the effect of the import, `problem` for what it leaves out. */
  tone?: 'result' | 'problem' | undefined
}

/** Row of large counts at the head of a report. */
export function ReportCounts({ counts }: { counts: readonly ReportCount[] }) {
  return (
    <dl className={styles.counts}>
      {counts.map(({ value, name, tone }, place) => (
        <div key={place} data-tone={tone}>
          <dt>{name}</dt>
          <dd>{formatNumber(value, 0)}</dd>
        </div>
      ))}
    </dl>
  )
}
