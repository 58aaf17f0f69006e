import Format from 'typebox/format'

/**
 * Format check that rejects RFC 3339 times that a JavaScript `Date` cannot represent: a leap second (`23:59:60`), or a time that its zone
 * moves outside the years 0 to 9999.
 */
const isDateTime = Format.Get('date-time')
Format.Set('date-time', text => isDateTime?.(text) === true && /^\d/.test(isoOf(text)))

function isoOf(text: string): string {
  const time = Date.parse(text)
  return Number.isNaN(time) ? '' : new Date(time).toISOString()
}
