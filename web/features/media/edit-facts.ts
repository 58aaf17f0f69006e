import type { Media, MediaEdit } from '../../../shared/contracts/media.ts'
import { readDegrees } from './position.ts'
import { texts } from './viewer/texts.ts'

const { faults } = texts

/** Values of the form, as entered. */
export interface FactTexts {
  fileName: string
  /** Time in UTC, as `2019-07-12 14:03:00`. */
  eventDate: string
  decimalLatitude: string
  decimalLongitude: string
  depthInMeters: string
  altitudeInMeters: string
}

export type FactName = keyof FactTexts

export const factNames: Record<FactName, string> = texts.form.names

export function factTexts(media: Media): FactTexts {
  const text = (value: number | null) => (value === null ? '' : String(value))
  return {
    fileName: media.fileName,
    eventDate: media.eventDate ? new Date(media.eventDate).toISOString().slice(0, 19).replace('T', ' ') : '',
    decimalLatitude: text(media.decimalLatitude),
    decimalLongitude: text(media.decimalLongitude),
    depthInMeters: text(media.depthInMeters),
    altitudeInMeters: text(media.altitudeInMeters)
  }
}

export interface ReadFacts {
  /** Values that differ from the stored ones. */
  edit: Omit<MediaEdit, 'revision'>
  errors: Partial<Record<FactName, string>>
}

/** Reads the entered values and compares them with the stored ones. */
export function readFacts(media: Media, typed: FactTexts): ReadFacts {
  const before = factTexts(media)
  const errors: ReadFacts['errors'] = {}
  const edit: Record<string, string | number | null> = {}
  const changed = (name: FactName) => typed[name].trim() !== before[name]
  const take = (name: FactName, value: string | number | null, error: string) => {
    if (value === null && typed[name].trim() !== '') errors[name] = error
    else edit[name] = value
  }

  if (changed('fileName')) {
    if (typed.fileName.trim() === '') errors.fileName = faults.name
    else edit.fileName = typed.fileName.trim()
  }
  if (changed('eventDate')) take('eventDate', readTime(typed.eventDate), faults.time)
  const place = ['decimalLatitude', 'decimalLongitude'] as const
  if (place.some(changed)) {
    take('decimalLatitude', readDegrees(typed.decimalLatitude, 90), faults.latitude)
    take('decimalLongitude', readDegrees(typed.decimalLongitude, 180), faults.longitude)
    const empty = place.filter(name => typed[name].trim() === '')
    if (empty.length === 1) errors[empty[0]!] = faults.position
  }
  if (changed('depthInMeters')) take('depthInMeters', readMeters(typed.depthInMeters, -100), faults.depth)
  if (changed('altitudeInMeters')) take('altitudeInMeters', readMeters(typed.altitudeInMeters, 0), faults.altitude)
  return { edit, errors }
}

/** Reads a UTC time such as `2019-11-20`, `2019-11-20 22:14` or `2019-11-20T22:14:22`. Null for other text. */
function readTime(text: string): string | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,3})?)?)?(?:Z| UTC)?$/.exec(text.trim())
  if (!match) return null
  const [, day, time = '00:00', seconds = ':00'] = match
  const moment = new Date(`${day}T${time}${seconds}Z`)
  const isReal = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day!) // rejects days such as 31 February
  return isReal ? moment.toISOString() : null
}

function readMeters(text: string, least: number): number | null {
  const clean = text.trim().replace('−', '-').replace(',', '.')
  const value = clean === '' ? Number.NaN : Number(clean)
  return value >= least && value <= 11_000 ? value : null
}
