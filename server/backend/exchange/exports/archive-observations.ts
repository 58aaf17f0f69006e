import { createHash } from 'node:crypto'
import { projectPath } from '../../../../shared/addresses.ts'
import type { Observation } from '../../../../shared/contracts/observations.ts'
import { parseScientificName } from '../../../../shared/taxonomy/scientific-name.ts'
import { observationRepository } from '../../observations/repository.ts'
import { occurrenceFaults } from '../formats/darwin-core/checks.ts'
import type { EmlTaxon } from '../formats/darwin-core/eml.ts'
import { type OccurrenceFacts, occurrenceRow } from '../formats/darwin-core/rows.ts'
import type { archiveEvents } from './archive-events.ts'
import type { ArchiveRecords } from './archive-records.ts'
import type { ArchiveTables } from './archive-tables.ts'
import { inFile } from './given-places.ts'
import type { Writing } from './writing.ts'

interface Into {
  tables: ArchiveTables
  records: ArchiveRecords
  events: ReturnType<typeof archiveEvents>
  taxa: Map<string, EmlTaxon>
}

/**
 * Adds the team's own observations to an archive, each with its own basis of record. Observations with the same place, date, depth and method share
 * an event. Observations from outside records are left out because they are already published. Observations whose annotation is already counted are
 * left out too.
 */
// Long: handles the observations one by one.
export async function addObservations({ db, source, options, losses }: Writing, { tables, records, events, taxa }: Into): Promise<void> {
  const labels = new Map(source.labels.map(label => [label.id, label]))
  const sites = new Map(source.sites.map(site => [site.id, site]))
  const written = new Set<string>()
  const observations = observationRepository(db)
  const own = { origin: 'own', counted: true } as const
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await observations.slice(inFile(source.id, options), own, { limit: 500, cursor })
    for (const observation of items) {
      const taxon = taxonOf(observation, labels)
      if (!taxon) losses.leaveOut('An observation without a taxon was left out')
      else if (observation.firstDay === null) losses.leaveOut('An observation without a date was left out')
      else if (observation.place === null && observation.generalised?.grid !== 'hidden')
        losses.leaveOut('An observation without a position was left out')
      else {
        const eventId = eventIdOf(observation)
        if (!written.has(eventId)) await events.addObservation(eventId, observation, sites.get(observation.siteId ?? '') ?? null)
        written.add(eventId)
        const row = rowOf(observation, eventId, taxon)
        const record = { name: `${taxon.scientificName}, observed ${observation.eventDate}`, mediaId: null, annotationId: null }
        records.report({ ...record, path: projectPath(source.id, 'map/observations') }, occurrenceFaults(row))
        await tables.occurrences.add(row)
        taxa.set(taxon.scientificName, { scientificName: taxon.scientificName, ...(taxon.rank && { rank: taxon.rank }) })
      }
    }
    if (nextCursor === null) return
    cursor = nextCursor
  }
}

/** Taxon of the observation's label. Without a label, the taxon is the certain part of the recorded name. Null when there is no taxon. */
function taxonOf(
  { labelId, name }: Observation,
  labels: ReadonlyMap<string, Writing['source']['labels'][number]>
): OccurrenceFacts['taxon'] | null {
  const label = labels.get(labelId ?? '')
  const found = label?.identification()
  if (label && found)
    return {
      scientificName: found.scientificName,
      label: found.verbatim,
      ...(found.authorship && { authorship: found.authorship }),
      ...(found.aphiaId !== null && { aphiaId: found.aphiaId }),
      ...(found.rank && { rank: found.rank }),
      ...(label.kingdom && { kingdom: label.kingdom }),
      ...(found.qualifier && { qualifier: found.qualifier })
    }
  if (labelId !== null) return null
  const { name: scientificName, rank, qualifier, authorship } = parseScientificName(name)
  if (scientificName === null) return null
  return { scientificName, label: name, ...(rank && { rank }), ...(authorship && { authorship }), ...(qualifier && { qualifier }) }
}

function rowOf(observation: Observation, eventId: string, taxon: OccurrenceFacts['taxon']) {
  const { id, occurrenceID, individualCount, organismQuantity: value, organismQuantityType: type, generalised } = observation
  const row = occurrenceRow({
    eventId,
    id: occurrenceID ?? `urn:uuid:${id}`,
    taxon,
    people: [],
    media: [],
    ...(individualCount !== null && { individualCount }),
    ...(value !== null && type !== null && { quantity: { value, type } }),
    ...(generalised?.dataGeneralizations && { dataGeneralizations: generalised.dataGeneralizations }),
    ...(generalised?.informationWithheld && { informationWithheld: generalised.informationWithheld }),
    ...(observation.occurrenceRemarks && { remarks: observation.occurrenceRemarks })
  })
  return {
    ...row,
    verbatimIdentification: observation.verbatimIdentification ?? row.verbatimIdentification,
    basisOfRecord: observation.basisOfRecord,
    occurrenceStatus: observation.occurrenceStatus,
    recordedBy: observation.recordedBy,
    identificationVerificationStatus: null
  }
}

/**
 * Event id derived from the place, date, depth and method of an observation. The id is the same in every export. It depends only on facts that the
 * file itself reveals.
 */
function eventIdOf({ projectId, siteId, place, eventDate, samplingProtocol, ...depth }: Observation): string {
  const { minimumDepthInMeters, maximumDepthInMeters, coordinateUncertaintyInMeters } = depth
  const parts = [
    projectId,
    siteId,
    place,
    eventDate,
    samplingProtocol,
    minimumDepthInMeters,
    maximumDepthInMeters,
    coordinateUncertaintyInMeters
  ]
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
