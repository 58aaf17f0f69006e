/** Schedule of runs: a cron pattern of five fields, and an IANA time zone. */
export interface ScheduleTimes {
  cron: string
  zone: string
}

/** Schedule in one of the common forms. Weekdays count from Sunday, 0. */
export type Preset =
  | { every: 'hour'; minute: number }
  | { every: 'day'; minute: number; hour: number }
  | { every: 'week'; minute: number; hour: number; weekday: number }
  | { every: 'month'; minute: number; hour: number; day: number }

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

export function cronOf(preset: Preset): string {
  if (preset.every === 'hour') return `${preset.minute} * * * *`
  const time = `${preset.minute} ${preset.hour}`
  if (preset.every === 'day') return `${time} * * *`
  return preset.every === 'week' ? `${time} * * ${preset.weekday}` : `${time} ${preset.day} * *`
}

/** Recognises a cron pattern in one of the common forms; null for any other pattern. */
export function presetOf(cron: string): Preset | null {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...more] = cron.trim().split(/\s+/)
  const isNumber = (field: string, least: number, most: number) =>
    /^\d{1,2}$/.test(field) && Number(field) >= least && Number(field) <= most
  if (more.length > 0 || month !== '*' || !isNumber(minute, 0, 59)) return null
  const isAny = (field: string) => field === '*'
  if (isAny(hour) && isAny(day) && isAny(weekday)) return { every: 'hour', minute: Number(minute) }
  if (!isNumber(hour, 0, 23)) return null
  const time = { minute: Number(minute), hour: Number(hour) }
  if (isAny(day) && isAny(weekday)) return { every: 'day', ...time }
  if (isAny(day) && isNumber(weekday, 0, 7)) return { every: 'week', ...time, weekday: Number(weekday) % 7 }
  return isAny(weekday) && isNumber(day, 1, 31) ? { every: 'month', ...time, day: Number(day) } : null
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Describes a schedule: "every Monday 06:00 UTC". A pattern in any other form is quoted unchanged. */
export function scheduleWords({ cron, zone }: ScheduleTimes): string {
  const preset = presetOf(cron)
  if (!preset) return `by the pattern ${cron}, ${zone}`
  if (preset.every === 'hour') return preset.minute === 0 ? 'every hour' : `every hour at ${preset.minute} min past`
  const time = `${twoDigits(preset.hour)}:${twoDigits(preset.minute)} ${zone}`
  if (preset.every === 'day') return `every day ${time}`
  return preset.every === 'week' ? `every ${weekdays[preset.weekday]} ${time}` : `on day ${preset.day} of every month ${time}`
}
