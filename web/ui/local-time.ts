import { formatTime } from './format.ts'

const shortZone = new Intl.DateTimeFormat('en', { timeZoneName: 'short' })

/** Day, time and zone of a time in this browser's time zone: `2026-11-28`, `18:00`, `GMT+1`. Null for an invalid time. */
export function localTime(time: string | number): { day: string; time: string; zone: string } | null {
  const moment = new Date(time)
  if (Number.isNaN(moment.getTime())) return null
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString()
  const zone = shortZone.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return { day: local.slice(0, 10), time: local.slice(11, 16), zone }
}

/**
 * RFC 3339 → `2026-11-28 18:00 GMT+1 (17:00 UTC)`. The UTC day is added if it differs. If the time zone is UTC, only the UTC time is
 * returned.
 */
export function formatLocalTime(time: string): string {
  const local = localTime(time)
  const utc = formatTime(time)
  if (!local || utc.startsWith(`${local.day} ${local.time}`)) return utc
  return `${local.day} ${local.time} ${local.zone} (${utc.startsWith(local.day) ? utc.slice(11) : utc})`
}
