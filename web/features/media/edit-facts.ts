import type { Media, MediaEdit } from '../../../shared/contracts/media.ts'
import { readDegrees } from './position.ts'

/** Values of the form, as typed. */
export interface FactTexts {
  fileName: string
  /** `2019-07-12 14:03:00`, UTC. */
  eventDate: string
  decimalLatitude: string
  decimalLongitude: string
  depthInMeters: string
  altitudeInMeters: string
}

export type FactName = keyof FactTexts

export const factNames: Record<FactName, string> = {
  fileName: 'Name',
  eventDate: 'Time taken',
  decimalLatitude: 'Latitude',
  decimalLongitude: 'Longitude',
  depthInMeters: 'Depth',
  altitudeInMeters: 'Height above sea floor'
}

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
  /** Only the values that differ from the media item. */
  edit: Omit<MediaEdit, 'revision'>
  errors: Partial<Record<FactName, string>>
}

/** Reads the typed values and compares them with the stored ones. */
export function readFacts(media: Media, texts: FactTexts): ReadFacts {
  const before = factTexts(media)
  const errors: ReadFacts['errors'] = {}
  const edit: Record<string, string | number | null> = {}
  const changed = (name: FactName) => texts[name].trim() !== before[name]
  const take = (name: FactName, value: string | number | null, error: string) => {
    if (value === null && texts[name].trim() !== '') errors[name] = error
    else edit[name] = value
  }

  if (changed('fileName')) {
    if (texts.fileName.trim() === '') errors.fileName = 'An image needs a name.'
    else edit.fileName = texts.fileName.trim()
  }
  if (changed('eventDate')) take('eventDate', readTime(texts.eventDate), 'Enter day and time in UTC, for example 2019-11-20 22:14:22.')
  const place = ['decimalLatitude', 'decimalLongitude'] as const
  if (place.some(changed)) {
    take('decimalLatitude', readDegrees(texts.decimalLatitude, 90), 'Between 90 S and 90 N, for example 36.79 or 36 47.4 N.')
    take('decimalLongitude', readDegrees(texts.decimalLongitude, 180), 'Between 180 W and 180 E, for example -122.07 or 122 4.2 W.')
    const empty = place.filter(name => texts[name].trim() === '')
    if (empty.length === 1) errors[empty[0]!] = 'A position needs both latitude and longitude.'
  }
  if (changed('depthInMeters')) take('depthInMeters', readMeters(texts.depthInMeters, -100), 'Metres below the surface, up to 11 000.')
  if (changed('altitudeInMeters'))
    take('altitudeInMeters', readMeters(texts.altitudeInMeters, 0), 'Metres above the sea floor, 0 to 11 000.')
  return { edit, errors }
}

/** `2019-11-20`, `2019-11-20 22:14`, with seconds or without, with a T or a space. */
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
