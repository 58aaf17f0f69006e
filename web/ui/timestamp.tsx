import { formatAgo, formatDay, formatTime } from './format.ts'

interface TimestampProps {
  /** Time in RFC 3339. */
  time: string
  /** `ago` for events, `time` for measurements, `day` for planned dates. The tooltip shows the exact UTC time. */
  show?: 'ago' | 'time' | 'day'
}

export function Timestamp({ time, show = 'ago' }: TimestampProps) {
  const words = show === 'ago' ? formatAgo(time) : show === 'day' ? formatDay(time) : formatTime(time)
  return (
    <time dateTime={time} data-tip={formatTime(time, true)}>
      {words}
    </time>
  )
}
