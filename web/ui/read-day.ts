/** Parses a calendar day and returns it as `2026-03-01`; null for other text. The year comes first, and separators are optional. */
export function readDay(text: string): string | null {
  const parts = text.trim().match(/^(\d{4})[-/. ]?(\d{1,2})[-/. ]?(\d{1,2})$/)
  if (!parts) return null
  const [, year = '', month = '', day = ''] = parts
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const moment = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(iso) ? iso : null
}
