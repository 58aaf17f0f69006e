import { classNames } from './class-names.ts'
import styles from './progress-bar.module.css'

interface ProgressBarProps {
  /** Description of the work: "Uploading dive-12.tif". */
  label: string
  /** Progress from 0 to 1; left out while the total is unknown. */
  share?: number
  /** Text at the right: count, size or time left. */
  value?: string
  /** Hides the text visually, where the page already shows it beside the bar. Screen readers still read it. */
  hideWords?: boolean
  tone?: 'ok' | 'danger'
}

export function ProgressBar({ label, share, value, hideWords = false, tone }: ProgressBarProps) {
  const known = share !== undefined
  return (
    <div
      className={styles.progress}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={known ? Math.round(share * 100) : undefined}
      aria-valuetext={value}
    >
      {!hideWords && (
        <div className={styles.words}>
          <span>{label}</span>
          {value && <span className={styles.value}>{value}</span>}
        </div>
      )}
      <div className={styles.track}>
        <div
          className={classNames(styles.fill, tone && styles[tone], !known && styles.unknown)}
          style={known ? { transform: `scaleX(${Math.min(1, Math.max(0, share))})` } : undefined}
        />
      </div>
    </div>
  )
}
