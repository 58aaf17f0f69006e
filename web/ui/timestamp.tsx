import { formatAgo, formatDay, formatTime } from './format.ts'
import styles from './term.module.css'

interface TimestampProps {
  /** Time in RFC 3339. */
  time: string
  /** `ago` for events, `time` for measurements, `day` for planned dates. The tooltip shows the exact UTC time. */
  show?: 'ago' | 'time' | 'day'
  /** True where no link or button in the same row can show the tooltip. The time itself then takes the focus. */
  alone?: boolean
}

/** A time in words. Its tooltip appears on hover, and on the focus of a link or button in its row. */
export function Timestamp({ time, show = 'ago', alone = false }: TimestampProps) {
  const words = show === 'ago' ? formatAgo(time) : show === 'day' ? formatDay(time) : formatTime(time)
  return (
    <time dateTime={time} data-tip={formatTime(time, true)} tabIndex={alone ? 0 : undefined} className={alone ? styles.term : undefined}>
      {words}
    </time>
  )
}
