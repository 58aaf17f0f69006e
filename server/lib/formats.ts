import Format from 'typebox/format'

/**
 * Rejects RFC 3339 times that a JavaScript `Date` cannot hold: a leap second (`23:59:60`), or a time whose zone moves it outside the years 0
 * to 9999.
 */
const isDateTime = Format.Get('date-time')
Format.Set('date-time', text => isDateTime?.(text) === true && /^\d/.test(isoOf(text)))

function isoOf(text: string): string {
  const time = Date.parse(text)
  return Number.isNaN(time) ? '' : new Date(time).toISOString()
}
