import { formatTime } from '../../ui/format.ts'
import { localTime } from '../../ui/local-time.ts'
import type { AnnotationSession } from './queries.ts'
import styles from './rounds.module.css'
import { texts } from './texts.ts'

/** Start and end of a round in the browser's time zone, with UTC below. In the UTC time zone, each is shown only once. */
export function RoundSpan({ round: { startsAt, endsAt } }: { round: Pick<AnnotationSession, 'startsAt' | 'endsAt'> }) {
  const utc = [startsAt, endsAt].map(time => formatTime(time).replace(' UTC', '')).join(' – ')
  const [start, end] = [localTime(startsAt), localTime(endsAt)]
  if (!start || !end || utc === `${start.day} ${start.time} – ${end.day} ${end.time}`)
    return <span className={styles.span}>{texts.utc(utc)}</span>
  const zones = start.zone === end.zone ? end.zone : texts.zones(end.zone, start.zone)
  return (
    <span className={styles.span}>
      {start.day} {start.time} – {end.day} {end.time} {zones}
      <small>{texts.utc(utc)}</small>
    </span>
  )
}
