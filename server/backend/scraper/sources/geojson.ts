import { HopelessJob } from '../../jobs/queue.ts'
import { readOccurrence } from '../read-occurrence.ts'
import { addressFault, addressOf, addressQuery, datasetOfQuery, hostsOf } from './address-query.ts'
import { fileWithinMs, type Raw, type Source } from './source.ts'
import { aphiaIdOf, pagesOf, rowIdentity } from './table.ts'

const mostBytes = 50_000_000

/**
 * Source of occurrences from GeoJSON points (RFC 7946), in one document or with one feature per line. Properties are named after Darwin Core
 * terms.
 */
export const geojson = (): Source => ({
  kind: 'geojson',
  title: 'GeoJSON',
  about: 'Occurrences from a GeoJSON file: one per point, with Darwin Core terms as properties.',
  dataType: 'occurrence',
  query: addressQuery({}),
  address: '',
  hosts: hostsOf,
  words: query => `GeoJSON ${addressOf(query)}`,
  fault: addressFault,
  datasetsOf: 'address',

  async *pages(query, cursor, inquiry) {
    const { body } = await inquiry.file(addressOf(query), {
      accept: 'application/geo+json, application/json;q=0.9',
      maxBytes: mostBytes,
      withinMs: fileWithinMs
    })
    const features = featuresOf(body.toString('utf8'))
    const points = features.map(rowOf).filter(row => row !== null)
    const others = features.length - points.length
    if (others > 0)
      inquiry.log(
        'warning',
        others === 1 ? '1 feature without a point was left out' : `${others.toLocaleString('en')} features without a point were left out`
      )
    yield* pagesOf(points, Number(cursor ?? 0))
  },

  identity: rowIdentity,
  read: (raw, query) => readOccurrence(raw, { datasetId: datasetOfQuery(query).externalId, area: null, aphiaId: aphiaIdOf(raw) }),
  dataset: async (_id, _inquiry, query) => datasetOfQuery(query)
})

/** @throws HopelessJob for a text that is not GeoJSON, or uses another coordinate reference system */
function featuresOf(text: string): Raw[] {
  let features: unknown
  try {
    const whole = /^\s*\{[^\n]*\}[^\S\n]*\n\s*\{/.test(text) ? linesOf(text) : JSON.parse(text)
    const crs = (whole as Raw | null)?.crs as Raw | undefined
    const name = String((crs?.properties as Raw | undefined)?.name ?? '')
    if (name !== '' && !/CRS84|4326$/.test(name))
      throw new HopelessJob(`The file uses the coordinate reference system ${name.slice(0, 80)}: save it in WGS 84`)
    features = Array.isArray(whole) ? whole : (whole as Raw | null)?.type === 'Feature' ? [whole] : (whole as Raw | null)?.features
  } catch (cause) {
    if (cause instanceof HopelessJob) throw cause
    throw new HopelessJob('The server answered with something other than GeoJSON', { cause })
  }
  if (!Array.isArray(features)) throw new HopelessJob('The file has no features')
  return features.filter((feature): feature is Raw => typeof feature === 'object' && feature !== null)
}

const linesOf = (text: string): unknown[] =>
  text
    .split(/\n/)
    .filter(line => line.trim() !== '')
    .map(line => JSON.parse(line))

/** Returns the properties and position of a point; null for a feature without a point. */
function rowOf({ id, geometry, properties }: Raw): Raw | null {
  const { type, coordinates } = (geometry ?? {}) as { type?: unknown; coordinates?: unknown }
  if (type !== 'Point' || !Array.isArray(coordinates)) return null
  const [longitude, latitude] = coordinates
  const named = typeof id === 'string' || typeof id === 'number' ? { occurrenceID: String(id) } : {}
  return { ...named, ...(properties as Raw | null), decimalLongitude: longitude, decimalLatitude: latitude }
}
