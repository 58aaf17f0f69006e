import { useState } from 'react'
import type { Schedule } from '../../../shared/contracts/scraper.ts'
import { cronOf, presetOf, weekdays } from '../../../shared/outside/schedule.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './outside.module.css'
import { texts } from './texts.ts'

const { schedule: words } = texts
type Every = keyof typeof words.every

interface ScheduleFieldsProps {
  schedule: Schedule | null
  errors: Record<string, string>
}

/** Form fields for the schedule of a job, read by `scheduleOf`. */
// Long: the fields of one form in order.
export function ScheduleFields({ schedule, errors }: ScheduleFieldsProps) {
  const preset = schedule && presetOf(schedule.cron)
  const [every, setEvery] = useState<Every>(preset ? preset.every : schedule ? 'pattern' : 'never')
  const time = preset && preset.every !== 'hour' ? `${pad(preset.hour)}:${pad(preset.minute)}` : '06:00'
  const hasTime = every === 'day' || every === 'week' || every === 'month'
  return (
    <>
      <Select
        label={words.label}
        name="schedule.every"
        value={every}
        onChange={event => setEvery(event.target.value as Every)}
        options={Object.entries(words.every).map(([value, label]) => ({ value, label }))}
        description={words.about[every]}
      />
      {every !== 'never' && (
        <div className={styles.pair}>
          {every === 'week' && (
            <Select
              label={words.weekday}
              name="schedule.weekday"
              defaultValue={String(preset?.every === 'week' ? preset.weekday : 1)}
              options={[1, 2, 3, 4, 5, 6, 0].map(day => ({ value: String(day), label: weekdays[day] ?? '' }))}
            />
          )}
          {every === 'month' && (
            <TextField
              label={words.day}
              name="schedule.day"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={String(preset?.every === 'month' ? preset.day : 1)}
              error={errors['schedule.day']}
            />
          )}
          {hasTime && (
            <TextField
              label={words.time}
              name="schedule.time"
              inputMode="numeric"
              autoComplete="off"
              placeholder="06:00"
              defaultValue={time}
              error={errors['schedule.time']}
            />
          )}
          {every === 'pattern' && (
            <TextField
              label={words.pattern}
              name="schedule.cron"
              autoComplete="off"
              placeholder="0 6 1 */3 *"
              defaultValue={schedule?.cron ?? ''}
              error={errors['schedule.cron']}
            />
          )}
          {every !== 'hour' && (
            <TextField
              label={words.zone}
              name="schedule.zone"
              autoComplete="off"
              defaultValue={schedule?.zone ?? 'UTC'}
              error={errors['schedule.zone']}
            />
          )}
        </div>
      )}
    </>
  )
}

const pad = (value: number) => String(value).padStart(2, '0')

/** Reads the schedule from the form, or returns its errors by field. */
export function scheduleOf(form: FormData): { schedule: Schedule | null } | { errors: Record<string, string> } {
  const text = (name: string) => String(form.get(`schedule.${name}`) ?? '').trim()
  const every = text('every') as Every
  if (every === 'never') return { schedule: null }
  const zone = text('zone') || 'UTC'
  if (every === 'hour') return { schedule: { cron: cronOf({ every, minute: 0 }), zone } }
  if (every === 'pattern')
    return text('cron') ? { schedule: { cron: text('cron'), zone } } : { errors: { 'schedule.cron': words.noPattern } }
  const [, hour, minute] = /^([01]?\d|2[0-3])[:.]([0-5]\d)$/.exec(text('time')) ?? []
  if (hour === undefined) return { errors: { 'schedule.time': words.noTime } }
  const time = { hour: Number(hour), minute: Number(minute) }
  if (every === 'day') return { schedule: { cron: cronOf({ every, ...time }), zone } }
  if (every === 'week') return { schedule: { cron: cronOf({ every, ...time, weekday: Number(text('weekday')) }), zone } }
  const day = Number(text('day'))
  if (!(Number.isInteger(day) && day >= 1 && day <= 31)) return { errors: { 'schedule.day': words.noDay } }
  return { schedule: { cron: cronOf({ every, ...time, day }), zone } }
}
