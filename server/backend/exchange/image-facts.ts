import type { Meaning } from '../media/metadata-columns.ts'
import { readFacts } from '../media/metadata-rows.ts'
import type { DatasetEntry, DatasetImage, Place } from './dataset.ts'
import { finding } from './finding.ts'

export type ImageFacts = Pick<
  DatasetImage,
  'eventDate' | 'clock' | 'decimalLatitude' | 'decimalLongitude' | 'depthInMeters' | 'altitudeInMeters' | 'areaInSquareMeters'
>

const names: Partial<Record<Meaning, string>> = {
  eventDate: 'Time',
  decimalLatitude: 'Latitude',
  decimalLongitude: 'Longitude',
  depthInMeters: 'Depth',
  gpsAltitude: 'Height above sea level',
  altitudeInMeters: 'Height above the sea floor',
  areaInSquareMeters: 'Area'
}

/**
 * Returns the facts of one image in a file, which are parsed like those in attached tables. Each invalid fact becomes a finding.
 * @param isUtc true when the format defines times without a zone as UTC; otherwise such times are clock times
 */
export function imageFacts(
  raw: Partial<Record<Meaning, unknown>>,
  place: Place & { image: string },
  isUtc = false
): { facts: ImageFacts; findings: DatasetEntry[] } {
  const cell = (meaning: Meaning) => textOf(raw[meaning])
  const { facts, clock, area, problems } = readFacts(cell, { isUtc })
  const squareMeters = Number(area)
  return {
    facts: { ...(facts as ImageFacts), ...(clock !== null && { clock }), ...(squareMeters > 0 && { areaInSquareMeters: squareMeters }) },
    findings: problems.map(({ of, message }) => finding(true, `${names[of] ?? of}: ${message}`, place))
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
