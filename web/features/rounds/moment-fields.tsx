import { formatTime } from '../../ui/format.ts'
import { localTime } from '../../ui/local-time.ts'
import { DateField, TextField } from '../../ui/text-field.tsx'
import styles from './rounds.module.css'
import { texts } from './texts.ts'

const { fields } = texts

/** Date and time in the browser's time zone, as the text of two fields: `2026-11-28` and `17:00`. */
export interface Moment {
  day: string
  time: string
}

export function momentAt(milliseconds: number): Moment {
  const { day, time } = localTime(milliseconds) ?? { day: '', time: '' }
  return { day, time }
}

/** Returns the time in RFC 3339 format; null when the fields contain no valid time. */
export function timeOf({ day, time }: Moment): string | null {
  const milliseconds = Date.parse(`${day}T${time.padStart(5, '0')}:00.000`) // without Z, it is parsed as local time
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString()
}

export function MomentFields({ name, moment, onChange }: { name: string; moment: Moment; onChange: (moment: Moment) => void }) {
  const time = timeOf(moment)
  const zone = localTime(time ?? Date.now())?.zone ?? 'UTC'
  return (
    <div className={styles.pair}>
      <DateField label={fields.day(name)} value={moment.day} onChange={event => onChange({ ...moment, day: event.currentTarget.value })} />
      <TextField
        label={fields.time(name, zone)}
        description={time !== null && zone !== 'UTC' ? formatTime(time) : undefined}
        placeholder="17:00"
        inputMode="numeric"
        autoComplete="off"
        value={moment.time}
        onChange={event => onChange({ ...moment, time: event.currentTarget.value })}
      />
    </div>
  )
}
