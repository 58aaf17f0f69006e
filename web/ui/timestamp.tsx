import { formatAgo, formatDay, formatTime } from './format.ts'

interface TimestampProps {
  /** RFC 3339. */
  time: string
  /** `ago` for what happened, `time` for measurements, `day` for plans. The exact UTC time is in the title. */
  show?: 'ago' | 'time' | 'day'
}

export function Timestamp({ time, show = 'ago' }: TimestampProps) {
  const words = show === 'ago' ? formatAgo(time) : show === 'day' ? formatDay(time) : formatTime(time)
  return (
    <time dateTime={time} title={formatTime(time, true)}>
      {words}
    </time>
  )
}
