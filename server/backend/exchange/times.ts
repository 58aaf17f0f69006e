const written = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.(\d{1,9}))?\s*(Z|UTC|[-+]\d{2}:?\d{2})?$/

/** Converts a text to RFC 3339 in UTC with milliseconds; null when it is not a time. A time without a zone counts as UTC. */
export function timeOf(text: unknown): string | null {
  const [, day, clock = '', parts = '', zone] = (typeof text === 'string' && written.exec(text.trim())) || []
  if (!day) return null
  const offset = !zone || zone === 'UTC' ? 'Z' : zone
  const time = new Date(`${day}T${clock.length === 5 ? `${clock}:00` : clock}.${parts.padEnd(3, '0').slice(0, 3)}${offset}`)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/** Formats a time as `YYYY-MM-DD hh:mm:ss` with the given number of decimals. The result is in UTC without a zone, as BIIGLE and iFDO require. */
export function spacedTime(time: string, decimals: 0 | 6 = 0): string {
  const [day = '', clock = ''] = new Date(time).toISOString().replace('Z', '').split('T')
  return `${day} ${decimals === 0 ? clock.slice(0, 8) : clock.padEnd(15, '0')}`
}
