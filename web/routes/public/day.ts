const words = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Formats a day: `2026-11-20` as "20 November 2026". */
export const dayInWords = (day: string): string => words.format(new Date(`${day}T00:00:00Z`))
