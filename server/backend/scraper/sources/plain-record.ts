import type { Fields, ReadRecord } from './source.ts'
import { textOf } from './text.ts'

/** Facts of a record that is not an occurrence. */
export interface PlainFacts {
  title: string | null
  url: string | null
  datasetId?: string | null
  aphiaId?: number | null
  /** Date as given by the source. `firstDay` and `lastDay` are the days parsed from it. */
  eventDate?: string | null
  firstDay?: string | null
  lastDay?: string | null
  fields: Fields
}

/** Makes a record without a position, depth or flags. */
export const plainRecord = ({ title, url, datasetId, aphiaId, eventDate, firstDay, lastDay, fields }: PlainFacts): ReadRecord => ({
  fields,
  title: title ?? 'Untitled',
  url,
  datasetId: datasetId ?? null,
  occurrenceId: null,
  aphiaId: aphiaId ?? null,
  eventDate: eventDate ?? null,
  firstDay: firstDay ?? null,
  lastDay: lastDay ?? firstDay ?? null,
  latitude: null,
  longitude: null,
  uncertaintyInMeters: null,
  minimumDepthInMeters: null,
  maximumDepthInMeters: null,
  flags: [],
  sourceFlags: []
})

/** Returns the scalar values of an object by name. Strings are trimmed; empty and excluded values are omitted. */
export function scalarsOf(raw: Record<string, unknown>, leftOut: ReadonlySet<string> = new Set()): Fields {
  const fields: Fields = {}
  for (const [name, value] of Object.entries(raw)) {
    if (leftOut.has(name)) continue
    const known = typeof value === 'string' ? textOf(value) : value
    if (typeof known === 'boolean' || typeof known === 'string' || (typeof known === 'number' && Number.isFinite(known)))
      fields[name] = known
  }
  return fields
}

/** Returns the address of a web page; null for anything else. */
export function webAddress(value: unknown): string | null {
  const text = textOf(value)
  return text !== null && text.length <= 2000 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null
}
