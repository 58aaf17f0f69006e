import { labelOf } from './labels.ts'
import type { Mark } from './marks.ts'
import { frame } from './scene.ts'

/** Darwin Core terms of the table, in order. The basis of record is `MachineObservation`, because the evidence is a picture. */
export const columns = [
  'occurrenceID',
  'scientificName',
  'scientificNameID',
  'taxonRank',
  'eventDate',
  'decimalLatitude',
  'decimalLongitude',
  'minimumDepthInMeters',
  'maximumDepthInMeters',
  'occurrenceStatus',
  'basisOfRecord',
  'identificationVerificationStatus',
  'eventID'
] as const

/** Returns the Darwin Core occurrence of an annotation, in the order of `columns`. */
export function occurrenceOf(mark: Mark): string[] {
  const { scientificName, aphiaId, rank } = labelOf(mark.label)
  return [
    `${frame.eventId}:${mark.id}`,
    scientificName,
    `urn:lsid:marinespecies.org:taxname:${aphiaId}`,
    rank,
    frame.eventDate,
    String(frame.decimalLatitude),
    String(frame.decimalLongitude),
    String(frame.depthInMeters),
    String(frame.depthInMeters),
    'present',
    'MachineObservation',
    'ValidatedByHuman',
    frame.eventId
  ]
}

export const toCsv = (marks: readonly Mark[]): string =>
  [columns, ...marks.map(occurrenceOf)].map(row => row.map(quoted).join(',')).join('\n')

const quoted = (value: string) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
