import Format from 'typebox/format'

/**
 * Original check of the format. The replacement also rejects times that a JavaScript `Date` cannot represent. Such times are leap seconds
 * (`23:59:60`), and times that their UTC offset moves outside the years 0 to 9999.
 */
const isDateTime = Format.Get('date-time')
Format.Set('date-time', text => isDateTime?.(text) === true && /^\d/.test(isoOf(text)))

function isoOf(text: string): string {
  const time = Date.parse(text)
  return Number.isNaN(time) ? '' : new Date(time).toISOString()
}
