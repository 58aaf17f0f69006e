import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { projectPath, publicationPath } from '../../../../shared/addresses.ts'
import type { FaultyRecord } from '../../../../shared/contracts/exchange.ts'
import { citationFile } from '../../../../shared/publication/citation-file.ts'
import type { Described } from '../../../../shared/publication/described.ts'
import { publicationFaults } from '../../../../shared/publication/faults.ts'
import { namedModel } from '../../../../shared/publication/models.ts'
import { fullName } from '../../../../shared/publication/people.ts'
import { textFile } from '../../files/text-file.ts'
import { zipWriter } from '../../files/zip-write.ts'
import { HopelessJob } from '../../jobs/queue.ts'
import { unscorableAmong } from '../../results/cover.ts'
import { taxaOf } from '../../results/taxa.ts'
import { eventFaults, measurementFaults, occurrenceFaults, type RowFault } from '../formats/darwin-core/checks.ts'
import { type EmlTaxon, emlXml, licenseUrl } from '../formats/darwin-core/eml.ts'
import {
  type AttributeSubject,
  type EventFacts,
  eventRow,
  measurementRow,
  measurementTerms,
  type OccurrenceFacts,
  occurrenceRow
} from '../formats/darwin-core/rows.ts'
import {
  type DarwinCoreTable,
  eventTable,
  listCell,
  measurementTable,
  metaXml,
  multimediaTable,
  occurrenceTable,
  tableHeader,
  tableRow
} from '../formats/darwin-core/tables.ts'
import { attributeFacts } from './attribute-facts.ts'
import { datasetFacts, type Extent, widenedExtent } from './dataset-facts.ts'
import { eventTree } from './event-tree.ts'
import { inFile } from './given-places.ts'
import { grouped } from './grouped.ts'
import type { Identification } from './identification.ts'
import { type ImageCover, imageCover, percentCover } from './image-cover.ts'
import { mendedAt } from './mended-at.ts'
import {
  areaMethod,
  depthOfSite,
  imageEvent,
  modelConfidence,
  multimediaOf,
  occurrenceOf,
  organismLength,
  seenWords
} from './occurrence-facts.ts'
import { effortOf, samplingOf } from './sampling-of.ts'
import { lossSubject, type SourceAnnotation, stayingAtHome } from './source-annotations.ts'
import type { SourceImage } from './source-images.ts'
import type { SourceLabel } from './source-labels.ts'
import type { Writing, Written } from './writing.ts'

/**
 * A Darwin Core Archive as OBIS and GBIF take it: events (the project, its images), occurrences (annotations of a taxon, or of a label below one; of the
 * sample points of an image each taxon with its percent cover), measurements, and the images' addresses where they are public. Every
 * record is checked while it is written.
 * @throws HopelessJob when no annotation has a taxon
 */
// Long: the files of one archive in their order.
export async function writeDarwinCore({
  db,
  source,
  options,
  accountId,
  losses,
  faults,
  path,
  writtenAt,
  publicUrl
}: Writing): Promise<Written> {
  const now = new Date(writtenAt)
  const projectEventId = `urn:uuid:${source.id}`
  const labels = new Map(source.labels.map(label => [label.id, label]))
  const attributes = attributeFacts(source.fields)
  const { unscorable } = options
  const isUnscorable =
    unscorable === undefined ? () => false : unscorableAmong(await taxaOf(db, inFile(source.id, options), {}), unscorable)
  const fieldsTold = new Set<string>()
  const tables = [eventTable, occurrenceTable, measurementTable, multimediaTable] as const
  const [events, occurrences, measurements, multimedia] = await Promise.all(tables.map(table => openTable(path, table)))
  if (!events || !occurrences || !measurements || !multimedia) throw new Error('a table is missing')
  const { described, publication } = source
  const photographers = described.people.filter(({ tookImages }) => tookImages)
  const recordedBy = photographers
    .map(person => ({ name: fullName(person), ...(person.orcid && { orcid: person.orcid }) }))
    .filter(({ name }) => !name.includes('@'))
  const context = { imageAddress: options.imageAddress, recordedBy, models: publication.models, importedFiles: source.importedFiles }
  const root = { id: projectEventId, parentId: null, type: 'Project', ...samplingOf(source, null), ...effortOf(publication) }
  const tree = eventTree({ ...root, ...(source.region && { locality: source.region }) }, source)
  const taxa = new Map<string, EmlTaxon>()
  let extent: Extent | null = null
  let annotationCount = 0

  async function tell(record: FaultyRecord, found: RowFault[]): Promise<void> {
    for (const { column, isError, message } of found) {
      const path = mendedAt(source.id, column, record)
      faults.add({ severity: isError ? 'error' : 'warning', column, message }, { ...record, ...(path && { path }) })
    }
  }

  function modelFaults(annotators: readonly string[]): RowFault[] {
    const unknown = annotators.filter(name => !namedModel(name, publication.models).isDescribed)
    return unknown.map(name => ({
      column: 'identificationReferences',
      isError: false,
      message: `The model behind “${name}” is not described: OBIS asks for its version and address`
    }))
  }

  function addTaxon({ taxon: { scientificName, rank } }: OccurrenceFacts): void {
    taxa.set(scientificName, { scientificName, ...(rank && { rank }) })
  }

  async function addOccurrence(facts: OccurrenceFacts, record: FaultyRecord, remarks: (string | null)[]): Promise<void> {
    const row = occurrenceRow(facts)
    await tell(record, occurrenceFaults(row))
    for (const { name, unnamed } of facts.people) {
      if (!unnamed) continue
      const message = `${unnamed.email} has no name here: the file has “${name}”`
      const mended = unnamed.id === accountId ? '/profile' : publicationPath(source.id, 'people')
      await tell({ ...record, path: mended }, [{ column: 'identifiedBy', isError: false, message }])
    }
    const identificationRemarks = remarks.filter(Boolean).join('; ')
    await occurrences?.add({ ...row, ...(identificationRemarks && { identificationRemarks }) })
  }

  async function addOrganism(annotation: SourceAnnotation): Promise<void> {
    const label = labels.get(annotation.labelId ?? '')
    const identification = label?.identification()
    if (!label || !identification) {
      losses.of(lossSubject(annotation)).leaveOut(label ? noTaxon('An annotation', label) : 'An annotation without a label was left out')
      return
    }
    const facts = occurrenceOf(annotation, label, identification, context)
    const record = recordOf(annotation, facts.taxon, identification)
    addTaxon(facts)
    const seen = seenWords(annotation, id => labels.get(id ?? '')?.name ?? 'a deleted label')
    await addOccurrence(facts, record, [annotation.reviewState === 'disputed' ? disputed : null, seen])
    await tell(record, modelFaults(annotation.source === 'machine' ? [annotation.annotator.name] : []))
    annotationCount += 1
    const length = organismLength(annotation)
    if (length !== null) {
      const method = length.method ?? undefined
      await measure(record, measurementRow(facts.eventId, facts.id, measurementTerms.length, length.meters, method))
    }
    const confidence = modelConfidence(annotation)
    if (confidence !== null) await addConfidence(facts, confidence, [])
    if (facts.quantity?.type === percentCover)
      await measure(record, measurementRow(facts.eventId, facts.id, measurementTerms.cover, facts.quantity.value))
    await addAttributes(annotation, record, { eventId: facts.eventId, occurrenceId: facts.id })
  }

  /** Nobody can mend that the vocabularies have no term for it: the row is not checked. */
  async function addConfidence({ eventId, id, people }: OccurrenceFacts, confidence: number, words: string[]): Promise<void> {
    const method = [...words, ...(people.length > 0 ? [beforeReview] : [])].join('; ')
    await measurements?.add(measurementRow(eventId, id, measurementTerms.confidence, confidence, method || undefined))
  }

  function addSamplePoint(cover: ImageCover, point: SourceAnnotation): void {
    const label = labels.get(point.labelId ?? '')
    if (!label) {
      cover.addUnnamed()
      losses.of(lossSubject(point)).leaveOut('A sample point without a label was left out')
      return
    }
    if (isUnscorable(label.id)) {
      cover.addUnscorable()
      losses.add('A sample point that could not be judged was left out')
      return
    }
    cover.add(point, label)
    if (label.identification()) annotationCount += 1
    else losses.of(lossSubject(point)).add(noTaxon('A sample point', label))
    if (Object.keys(point.attributes).length > 0) losses.of(lossSubject(point)).add('The attributes of a sample point were left out')
  }

  async function addCover(cover: ImageCover): Promise<void> {
    for (const { facts, identification, method, confidence, first, programs, isDisputed } of cover.occurrences()) {
      const record = recordOf(first, facts.taxon, identification)
      addTaxon(facts)
      await addOccurrence(facts, record, [isDisputed ? disputed : null])
      await tell(record, modelFaults(programs))
      await measure(record, measurementRow(facts.eventId, facts.id, measurementTerms.cover, facts.quantity.value, method))
      if (confidence) await addConfidence(facts, confidence.mean, [confidence.method])
    }
  }

  async function tellOnce(name: string, row: ReturnType<typeof measurementRow>, path: string): Promise<void> {
    const record = { name, mediaId: null, annotationId: null, path }
    if (!fieldsTold.has(name)) await tell(record, measurementFaults(row))
    fieldsTold.add(name)
  }

  /** What is wrong with a field is told once, what is wrong with a value each time. */
  async function addAttributes(annotation: SourceAnnotation, record: FaultyRecord, subject: AttributeSubject): Promise<void> {
    for (const { field, row } of attributes.rowsOf(annotation.attributes, subject)) {
      await tellOnce(field.name, row, `${projectPath(source.id, 'settings')}#attributes`)
      await measurements?.add(row)
    }
    await tell(record, attributes.faultsOf(annotation.attributes))
    for (const name of Object.keys(annotation.attributes))
      if (attributes.isStray(name))
        losses.of(lossSubject(annotation)).add('An attribute without a field was left out: add the field in the settings of the project')
  }

  async function measure(record: FaultyRecord, row: ReturnType<typeof measurementRow>): Promise<void> {
    await tell(record, measurementFaults(row))
    await measurements?.add(row)
  }

  async function addEvent(image: SourceImage, cover: ImageCover, withOccurrences: boolean): Promise<void> {
    const event = withEffort(imageEvent(image, tree.parentOf(image), source), cover.effort())
    const row = eventRow(event, depthOfSite(image))
    tree.add(image, event)
    extent = widenedExtent(extent, event)
    const record = { name: image.fileName, mediaId: image.id, annotationId: null }
    await tell(record, eventFaults(row, withOccurrences, now))
    await events?.add(row)
    if (image.areaInSquareMeters !== null)
      await measure(
        record,
        measurementRow(event.id, null, measurementTerms.imageArea, image.areaInSquareMeters, areaMethod(image) ?? undefined)
      )
    if (options.imageAddress && !image.generalised)
      await multimedia?.add(multimediaOf(image, options.imageAddress, { ...described, recordedBy }))
  }

  async function nothingWords(): Promise<string> {
    const count = await stayingAtHome(db, source.id, options)
    if (count === 0) return 'no annotation has a label that is a taxon'
    const stay = count === 1 ? 'one annotation stays' : `${count.toLocaleString('en')} annotations stay`
    return `${stay} at home: confirm what is right, or ask for the proposals of machines`
  }

  try {
    for await (const { image, annotations } of grouped({
      images: source.images,
      annotations: () => source.annotations({ onlyLines: true })
    })) {
      const [before, cover] = [occurrences.count, imageCover(context)]
      for await (const annotation of annotations) {
        if (annotation.samplePoint !== null) addSamplePoint(cover, annotation)
        else await addOrganism(annotation)
      }
      await addCover(cover)
      const withOccurrences = occurrences.count > before
      if (withOccurrences || cover.judged > 0 || image.wasLookedAt) await addEvent(image, cover, withOccurrences)
    }
    for (const { field, message } of publicationFaults(described))
      faults.add({ severity: 'warning', column: field, message }, { ...publicationRecord, path: publicationPath(source.id, field) })
    if (recordedBy.length < photographers.length) {
      const message = 'A person who took the images has an e-mail address for a name: it was left out'
      faults.add(
        { severity: 'warning', column: 'recordedBy', message },
        { ...publicationRecord, path: publicationPath(source.id, 'people') }
      )
    }
    if (occurrences.count === 0) throw new HopelessJob(`There is nothing to publish: ${await nothingWords()}`)
    const imageCount = events.count
    for (const { name, row } of tree.rows()) {
      await tell({ name, mediaId: null, annotationId: null, path: projectPath(source.id, 'annotate/sites') }, eventFaults(row, false, now))
      await events.add(row)
    }
    const filled = [events, occurrences, measurements, multimedia]
    for (const table of filled) await table.close()

    const zip = zipWriter(path)
    try {
      const rights = rightsOf(described)
      const [core, ...extensions] = filled
        .filter(({ count }) => count > 0)
        .map(({ table }) => (table.file === occurrenceTable.file ? { ...table, constants: rights } : table))
      if (core) await zip.addText('meta.xml', metaXml([core, ...extensions]))
      await zip.addText(
        'eml.xml',
        emlXml(datasetFacts({ source, writtenAt, publicUrl, extent, span: tree.span(), imageCount, taxa: taxa.values() }))
      )
      await zip.addText('CITATION.cff', citationFile(described, writtenAt.slice(0, 10)))
      for (const { table, count, path: part } of filled) if (count > 0) await zip.add(table.file, () => createReadStream(part))
      await zip.end()
    } catch (error) {
      zip.abandon()
      throw error
    }
    return { imageCount, annotationCount }
  } finally {
    for (const table of [events, occurrences, measurements, multimedia]) await table.discard()
  }
}

const disputed = 'disputed in review'
const beforeReview = 'given by the model before a person confirmed the identification'

const noTaxon = (subject: 'An annotation' | 'A sample point', { name }: SourceLabel) =>
  `${subject} of “${name}” ${subject === 'An annotation' ? 'was left out' : 'was counted in the effort only'}: neither the label nor one above it is a taxon`

const publicationRecord = { name: 'Publication', mediaId: null, annotationId: null }

const recordOf = (
  { id, image }: SourceAnnotation,
  { scientificName, rank }: OccurrenceFacts['taxon'],
  { labelId }: Identification
): OccurrenceRecord => ({
  name: `${scientificName} on ${image.fileName}`,
  mediaId: image.id,
  annotationId: id,
  taxon: { scientificName, taxonRank: rank ?? null },
  labelId
})

interface OccurrenceRecord extends FaultyRecord {
  labelId: string
}

/** The same for every occurrence: its licence, and whose it is. */
function rightsOf({ license, organizationName }: Described): Record<string, string> {
  const terms = 'http://purl.org/dc/terms/'
  return {
    ...(license && { [`${terms}license`]: licenseUrl(license) }),
    ...(organizationName && { [`${terms}rightsHolder`]: organizationName })
  }
}

/** Sample points are a method of their own on images that were taken by another. */
function withEffort(event: EventFacts, effort: ReturnType<ImageCover['effort']>): EventFacts {
  if (!effort) return event
  const { samplingProtocol, samplingEffort } = effort
  return { ...event, samplingEffort, samplingProtocol: listCell([event.samplingProtocol ?? '', samplingProtocol]) }
}

/** A table that is written beside the archive that it goes into. */
async function openTable<Column extends string>(archive: string, table: DarwinCoreTable<Column>) {
  const path = `${archive}.${table.file}`
  const file = await textFile(path)
  file.isFull(tableHeader(table))
  let isOpen = true
  const close = async () => {
    if (isOpen) await file.close()
    isOpen = false
  }
  const opened = {
    table: table as DarwinCoreTable<string>,
    path,
    count: 0,
    async add(row: Partial<Record<string, string | number | null>>): Promise<void> {
      opened.count += 1
      if (file.isFull(tableRow(table as DarwinCoreTable<string>, row))) await file.flush()
    },
    close,
    async discard(): Promise<void> {
      await close()
      await rm(path, { force: true })
    }
  }
  return opened
}
