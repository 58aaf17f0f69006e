import Format from 'typebox/format'

/**
 * Original check of the format. It is replaced by one that also rejects times that a JavaScript `Date` cannot represent. These are leap seconds
 * (`23:59:60`), and times whose UTC offset moves them outside the years 0 to 9999.
 */
const isDateTime = Format.Get('date-time')
Format.Set('date-time', text => isDateTime?.(text) === true && /^\d/.test(isoOf(text)))

function isoOf(text: string): string {
  const time = Date.parse(text)
  return Number.isNaN(time) ? '' : new Date(time).toISOString()
}
