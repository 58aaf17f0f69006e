/** Step sizes of the time bar. */
export const timeUnits = ['month', 'year'] as const
export type TimeUnit = (typeof timeUnits)[number]

/** Range of days, both ends included, as in a filter. */
export interface TimeWindow {
  from: string
  to: string
}

/** Returns the step that contains a day, as months or years since the year 0. */
export function stepOf(day: string, unit: TimeUnit): number {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return unit === 'year' ? year : year * 12 + month - 1
}

/** Returns the first and last day of a step. */
export function windowOf(step: number, unit: TimeUnit): TimeWindow {
  const [year, month] = unit === 'year' ? [step, 0] : [Math.floor(step / 12), step % 12]
  const from = utc(year, month, 1)
  const to = utc(unit === 'year' ? year + 1 : year, unit === 'year' ? 0 : month + 1, 0)
  return { from: dayOf(from), to: dayOf(to) }
}

/** Returns the step that equals a range of days; null when the range is not exactly one month or year. */
export function stepIn({ from, to }: { from: string | null; to: string | null }): { unit: TimeUnit; step: number } | null {
  if (from === null || to === null) return null
  for (const unit of timeUnits) {
    const step = stepOf(from, unit)
    const window = windowOf(step, unit)
    if (window.from === from && window.to === to) return { unit, step }
  }
  return null
}

/** Returns the start of a day in UTC. `Date.UTC` would map the years 0 to 99 to 1900 to 1999. */
function utc(year: number, month: number, day: number): Date {
  const date = new Date(0)
  date.setUTCFullYear(year, month, day)
  return date
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
