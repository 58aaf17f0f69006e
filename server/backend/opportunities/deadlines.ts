import type { Deadline, DeadlineDraft } from '../../../shared/contracts/opportunities.ts'

/** Zones where a calendar day ends first (UTC+14) and last (UTC−12). */
const [firstZone, lastZone] = ['Etc/GMT-14', 'Etc/GMT+12']

/** Whether a time zone is valid: an IANA name, or `AoE` (anywhere on Earth). */
export function isZone(zone: string): boolean {
  if (zone === 'AoE') return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return /^[A-Za-z]/.test(zone)
  } catch {
    return false
  }
}

/**
 * Computes the instants of a deadline. Without a time, the end of the day counts. Without a zone, `earliest` is the instant in UTC+14, and `latest`
 * is the instant in UTC−12. Without a day, `earliest` is taken from the first day of the month, and `latest` from the last.
 */
export function deadlineOf(draft: DeadlineDraft): Deadline {
  const { zone } = draft
  if (draft.precision === 'month') {
    const [first, last] = boundsOfMonth(draft.date)
    const [{ earliest }, { latest }] = [
      deadlineOf({ ...draft, precision: 'day', date: first }),
      deadlineOf({ ...draft, precision: 'day', date: last })
    ]
    return { ...draft, date: first, earliest, latest, remark: null }
  }
  if (zone === null) {
    const [earliest, latest] = [instantIn(draft, firstZone).at, instantIn(draft, lastZone).at]
    return { ...draft, earliest, latest, remark: null }
  }
  const { at, remark } = instantIn(draft, zone === 'AoE' ? lastZone : zone)
  return { ...draft, earliest: at, latest: at, remark }
}

/** First and last day of the month of a day. */
function boundsOfMonth(date: string): [string, string] {
  const day = Temporal.PlainDate.from(date)
  return [day.with({ day: 1 }).toString(), day.with({ day: day.daysInMonth }).toString()]
}

/** Bounds of a calendar day in an unknown zone: its earliest start and its latest end anywhere on Earth. */
export function dayBounds(date: string): { start: string; latest: string } {
  return { start: instantIn({ date, time: '00:00' }, firstZone).at, latest: instantIn({ date, time: null }, lastZone).at }
}

function instantIn({ date, time }: Pick<DeadlineDraft, 'date' | 'time'>, zone: string): { at: string; remark: string | null } {
  const day = Temporal.PlainDate.from(date)
  const local = time === null ? day.add({ days: 1 }).toPlainDateTime() : day.toPlainDateTime(Temporal.PlainTime.from(time))
  const [one, other] = [
    local.toZonedDateTime(zone, { disambiguation: 'earlier' }),
    local.toZonedDateTime(zone, { disambiguation: 'later' })
  ]
  const at = new Date(local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds).toISOString()
  if (one.epochMilliseconds === other.epochMilliseconds) return { at, remark: null }
  const isTwice = one.toPlainDateTime().equals(local)
  return {
    at,
    remark: isTwice
      ? 'This time occurs twice on that day: the earlier one is used'
      : 'This time does not exist on that day: the clocks go forward'
  }
}
