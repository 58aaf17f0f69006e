import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { FaultyRecord } from '../../../../shared/contracts/exchange.ts'
import { HopelessJob } from '../../jobs/queue.ts'
import { unscorableAmong } from '../../results/cover.ts'
import { taxaOf } from '../../results/taxa.ts'
import { eventFaults, measurementFaults, occurrenceFaults, type RowFault } from '../darwin-core-checks.ts'
import { emlXml } from '../darwin-core-eml.ts'
import {
  type AttributeSubject,
  eventRow,
  measurementRow,
  measurementTerms,
  type OccurrenceFacts,
  occurrenceRow
} from '../darwin-core-rows.ts'
import {
  type DarwinCoreTable,
  eventTable,
  measurementTable,
  metaXml,
  multimediaTable,
  occurrenceTable,
  tableHeader,
  tableRow
} from '../darwin-core-tables.ts'
import { textFile } from '../text-file.ts'
import { zipWriter } from '../zip-write.ts'
import { attributeFacts } from './attribute-facts.ts'
import { datasetFacts, type Extent, widenedExtent } from './dataset-facts.ts'
import { eventTree } from './event-tree.ts'
import type { Writing, Written } from './formats.ts'
import { grouped } from './grouped.ts'
import { type ImageCover, imageCover, percentCover } from './image-cover.ts'
import { areaMethod, depthOfSite, imageEvent, multimediaOf, occurrenceOf, organismLength } from './occurrence-facts.ts'
import { lossSubject, type SourceAnnotation, stayingAtHome } from './source-annotations.ts'
import type { SourceImage } from './source-images.ts'

/**
 * A Darwin Core Archive as OBIS and GBIF take it: events (the project, its images), occurrences (annotations that name a taxon; of the
 * sample points of an image each taxon with its percent cover), measurements, and the images' addresses where they are public. Every
 * record is checked while it is written.
 * @throws HopelessJob when no annotation names a taxon
 */
export async function writeDarwinCore({ db, source, options, losses, faults, path, writtenAt, publicUrl }: Writing): Promise<Written> {
  const now = new Date(writtenAt)
  const projectEventId = `urn:uuid:${source.id}`
  const labels = new Map(source.labels.map(label => [label.id, label]))
  const attributes = attributeFacts(source.fields)
  const { unscorable } = options
  const isUnscorable = unscorable === undefined ? () => false : unscorableAmong(await taxaOf(db, source.id, {}, null), unscorable)
  const fieldsTold = new Set<string>()
  const tables = [eventTable, occurrenceTable, measurementTable, multimediaTable] as const
  const [events, occurrences, measurements, multimedia] = await Promise.all(tables.map(table => openTable(path, table)))
  if (!events || !occurrences || !measurements || !multimedia) throw new Error('a table is missing')
  const tree = eventTree({ id: projectEventId, parentId: null, type: 'Project', ...(source.region && { locality: source.region }) })
  let extent: Extent | null = null
  let annotationCount = 0

  async function tell(record: FaultyRecord, found: RowFault[]): Promise<void> {
    for (const { column, isError, message } of found) faults.add({ severity: isError ? 'error' : 'warning', column, message }, record)
  }

  async function addOccurrence(facts: OccurrenceFacts, record: FaultyRecord, isDisputed: boolean): Promise<void> {
    const row = occurrenceRow(facts)
    await tell(record, occurrenceFaults(row))
    await occurrences?.add({ ...row, ...(isDisputed && { identificationRemarks: 'disputed in review' }) })
  }

  async function addOrganism(annotation: SourceAnnotation): Promise<void> {
    const label = labels.get(annotation.labelId ?? '')
    if (!label?.scientificName) {
      losses
        .of(lossSubject(annotation))
        .leaveOut(label ? 'An annotation whose label is no taxon was left out' : 'An annotation without a label was left out')
      return
    }
    const facts = occurrenceOf(annotation, label, options.imageAddress)
    const record = recordOf(annotation, label.scientificName)
    await addOccurrence(facts, record, annotation.reviewState === 'disputed')
    annotationCount += 1
    const length = organismLength(annotation)
    if (length !== null) {
      const method = length.method ?? undefined
      await measure(record, measurementRow(facts.eventId, facts.id, measurementTerms.length, length.meters, method))
    }
    if (facts.people.length === 0 && annotation.confidence !== null) {
      const row = measurementRow(facts.eventId, facts.id, measurementTerms.confidence, annotation.confidence)
      await tellOnce(measurementTerms.confidence.type, row)
      await measurements?.add(row)
    }
    if (facts.quantity?.type === percentCover)
      await measure(record, measurementRow(facts.eventId, facts.id, measurementTerms.cover, facts.quantity.value))
    await addAttributes(annotation, record, { eventId: facts.eventId, occurrenceId: facts.id })
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
    if (label.scientificName) annotationCount += 1
    else losses.of(lossSubject(point)).add('A sample point whose label is no taxon was counted in the effort only')
    if (Object.keys(point.attributes).length > 0) losses.of(lossSubject(point)).add('The attributes of a sample point were left out')
  }

  async function addCover(cover: ImageCover): Promise<void> {
    for (const { facts, method, first, isDisputed } of cover.occurrences(options)) {
      const record = recordOf(first, facts.taxon.scientificName)
      await addOccurrence(facts, record, isDisputed)
      await measure(record, measurementRow(facts.eventId, facts.id, measurementTerms.cover, facts.quantity.value, method))
    }
  }

  async function tellOnce(name: string, row: ReturnType<typeof measurementRow>): Promise<void> {
    if (!fieldsTold.has(name)) await tell({ name, mediaId: null, annotationId: null }, measurementFaults(row))
    fieldsTold.add(name)
  }

  /** What is wrong with a field is told once, what is wrong with a value each time. */
  async function addAttributes(annotation: SourceAnnotation, record: FaultyRecord, subject: AttributeSubject): Promise<void> {
    for (const { field, row } of attributes.rowsOf(annotation.attributes, subject)) {
      await tellOnce(field.name, row)
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
    const event = { ...imageEvent(image, tree.parentOf(image)), ...cover.effort() }
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
    if (options.imageAddress) await multimedia?.add(multimediaOf(image, options))
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
      annotations: () => source.annotations({ onlyLines: true, tellSamplePoints: true })
    })) {
      const [before, cover] = [occurrences.count, imageCover()]
      for await (const annotation of annotations) {
        if (annotation.isSamplePoint) addSamplePoint(cover, annotation)
        else await addOrganism(annotation)
      }
      await addCover(cover)
      const withOccurrences = occurrences.count > before
      if (withOccurrences || cover.judged > 0 || image.wasLookedAt) await addEvent(image, cover, withOccurrences)
    }
    if (occurrences.count === 0) throw new HopelessJob(`There is nothing to publish: ${await nothingWords()}`)
    const imageCount = events.count
    for (const { name, row } of tree.rows()) {
      await tell({ name, mediaId: null, annotationId: null }, eventFaults(row, false, now))
      await events.add(row)
    }
    const filled = [events, occurrences, measurements, multimedia]
    for (const table of filled) await table.close()

    const zip = zipWriter(path)
    try {
      const [core, ...extensions] = filled.filter(({ count }) => count > 0).map(({ table }) => table)
      if (core) await zip.addText('meta.xml', metaXml([core, ...extensions]))
      await zip.addText('eml.xml', emlXml(datasetFacts({ source, options, writtenAt, publicUrl, extent, span: tree.span(), imageCount })))
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

const recordOf = ({ id, image }: SourceAnnotation, scientificName: string): FaultyRecord => ({
  name: `${scientificName} on ${image.fileName}`,
  mediaId: image.id,
  annotationId: id
})

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
