/** Formats a time as RFC 3339 in UTC with milliseconds, the form in which times are stored and sent. */
export function timestamp(ms: number = Date.now()): string {
  return new Date(ms).toISOString()
}
