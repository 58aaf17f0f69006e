/** RFC 3339 in UTC with milliseconds: how times are stored and sent. */
export function timestamp(ms: number = Date.now()): string {
  return new Date(ms).toISOString()
}
