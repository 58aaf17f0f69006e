import type { Deadline, DeadlineDraft } from '../../../shared/contracts/opportunities.ts'

/** First and last zone of a calendar day on Earth, UTC+14 and UTC−12. */
const [firstZone, lastZone] = ['Etc/GMT-14', 'Etc/GMT+12']

/** Whether a zone is one that clocks follow: an IANA name, or anywhere on Earth. */
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
 * The instants of a deadline. Without a time the day's end counts. Without a zone the earliest instant is that of the first zone to end the
 * day, and the latest that of the last.
 */
export function deadlineOf(draft: DeadlineDraft): Deadline {
  const { zone } = draft
  if (zone === null) {
    const [earliest, latest] = [instantIn(draft, firstZone).at, instantIn(draft, lastZone).at]
    return { ...draft, earliest, latest, remark: null }
  }
  const { at, remark } = instantIn(draft, zone === 'AoE' ? lastZone : zone)
  return { ...draft, earliest: at, latest: at, remark }
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
      ? 'This clock time comes twice on that day: the earlier one counts'
      : 'This clock time does not exist on that day: the clock is put forward over it'
  }
}
