/** Units of the steps of the time slider. */
export const timeUnits = ['month', 'year'] as const
export type TimeUnit = (typeof timeUnits)[number]

/** Days from and to, both included, as in a filter. */
export interface TimeWindow {
  from: string
  to: string
}

/** Number of the step in which a day lies, counted from the year 0. */
export function stepOf(day: string, unit: TimeUnit): number {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return unit === 'year' ? year : year * 12 + month - 1
}

/** First and last day of a step. */
export function windowOf(step: number, unit: TimeUnit): TimeWindow {
  const [year, month] = unit === 'year' ? [step, 0] : [Math.floor(step / 12), step % 12]
  const from = utc(year, month, 1)
  const to = utc(unit === 'year' ? year + 1 : year, unit === 'year' ? 0 : month + 1, 0)
  return { from: dayOf(from), to: dayOf(to) }
}

/** Unit and step of a window; null for any other range of days. */
export function stepIn({ from, to }: { from: string | null; to: string | null }): { unit: TimeUnit; step: number } | null {
  if (from === null || to === null) return null
  for (const unit of timeUnits) {
    const step = stepOf(from, unit)
    const window = windowOf(step, unit)
    if (window.from === from && window.to === to) return { unit, step }
  }
  return null
}

/** UTC time of a day. `Date.UTC` treats years below 100 as years of the 20th century. */
function utc(year: number, month: number, day: number): Date {
  const date = new Date(0)
  date.setUTCFullYear(year, month, day)
  return date
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
