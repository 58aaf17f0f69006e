import { projectPath, publicationPath } from '../../../../shared/addresses.ts'
import type { FaultyRecord } from '../../../../shared/contracts/exchange.ts'
import { namedModel } from '../../../../shared/publication/models.ts'
import type { SuggestingModel } from '../../ai/suggesting-models.ts'
import { occurrenceFaults, type RowFault } from '../formats/darwin-core/checks.ts'
import type { EmlTaxon } from '../formats/darwin-core/eml.ts'
import {
  type AttributeSubject,
  measurementRow,
  measurementTerms,
  type OccurrenceFacts,
  occurrenceRow
} from '../formats/darwin-core/rows.ts'
import type { ArchiveRecords } from './archive-records.ts'
import type { ArchiveTables } from './archive-tables.ts'
import { attributeFacts } from './attribute-facts.ts'
import type { Identification } from './identification.ts'
import { type ImageCover, percentCover } from './image-cover.ts'
import { isUnseen, modelConfidence, type OccurrenceContext, occurrenceOf, organismLength, seenWords } from './occurrence-facts.ts'
import { lossSubject, type SourceAnnotation } from './source-annotations.ts'
import type { SourceLabel } from './source-labels.ts'
import type { Writing } from './writing.ts'

const disputed = 'disputed in review'
const beforeReview = 'given by the model before a person confirmed the identification'

interface OccurrenceWriting extends Pick<Writing, 'source' | 'accountId' | 'losses'> {
  context: OccurrenceContext
  /** True for a label that marks a sample point as unscorable. */
  isUnscorable: (labelId: string) => boolean
}

/** Occurrences of an archive: annotated organisms, and the percent cover of each taxon computed from sample points. */
// Long: the records of one table, which share the labels and taxa of the archive.
export function archiveOccurrences(
  { source, accountId, losses, context, isUnscorable }: OccurrenceWriting,
  tables: ArchiveTables,
  { report, addMeasurement, reportField }: ArchiveRecords
) {
  const labels = new Map(source.labels.map(label => [label.id, label]))
  const attributes = attributeFacts(source.fields)
  const taxa = new Map<string, EmlTaxon>()
  const bulkModels = new Map<string, SuggestingModel>()
  let annotationCount = 0

  function modelFaults(annotators: readonly string[]): RowFault[] {
    const unknown = annotators.filter(name => !namedModel(name, source.publication.models).isDescribed)
    return unknown.map(name => ({
      column: 'identificationReferences',
      isError: false,
      message: `The model behind “${name}” is not described: OBIS requires its version and URL`
    }))
  }

  async function addOccurrence(facts: OccurrenceFacts, record: FaultyRecord, remarks: (string | null)[]): Promise<void> {
    const { scientificName, rank } = facts.taxon
    taxa.set(scientificName, { scientificName, ...(rank && { rank }) })
    const row = occurrenceRow(facts)
    report(record, occurrenceFaults(row))
    for (const { name, unnamed } of facts.people) {
      if (!unnamed) continue
      const message = `${unnamed.email} has not entered a name: the file has “${name}” instead`
      const mended = unnamed.id === accountId ? '/profile' : publicationPath(source.id, 'people')
      report({ ...record, path: mended }, [{ column: 'identifiedBy', isError: false, message }])
    }
    const identificationRemarks = remarks.filter(Boolean).join('; ')
    await tables.occurrences.add({ ...row, ...(identificationRemarks && { identificationRemarks }) })
  }

  /** Adds a model's confidence without checking the row. The vocabularies have no term for confidence, so users could not fix a fault. */
  async function addConfidence({ eventId, id, people }: OccurrenceFacts, confidence: number, words: string[]): Promise<void> {
    const method = [...words, ...(people.length > 0 ? [beforeReview] : [])].join('; ')
    await tables.measurements.add(measurementRow(eventId, id, measurementTerms.confidence, confidence, method || undefined))
  }

  /** Adds the attributes of an annotation as measurements. Reports a faulty field once, but every faulty value. */
  async function addAttributes(annotation: SourceAnnotation, record: FaultyRecord, subject: AttributeSubject): Promise<void> {
    for (const { field, row } of attributes.rowsOf(annotation.attributes, subject)) {
      reportField(field.name, row, `${projectPath(source.id, 'settings')}#attributes`)
      await tables.measurements.add(row)
    }
    report(record, attributes.faultsOf(annotation.attributes))
    for (const name of Object.keys(annotation.attributes))
      if (attributes.isStray(name))
        losses.of(lossSubject(annotation)).add('An attribute without a field was left out: add the field in the project settings')
  }

  function countAnnotation(annotation: SourceAnnotation): void {
    annotationCount += 1
    if (annotation.model && isUnseen(annotation)) bulkModels.set(annotation.model.id, annotation.model)
  }

  return {
    taxa,
    /** Models of the labels that were accepted in bulk and not checked since, by id. */
    bulkModels,

    /** Number of annotations with a taxon, including sample points. */
    get annotationCount(): number {
      return annotationCount
    },

    async addOrganism(annotation: SourceAnnotation): Promise<void> {
      const label = labels.get(annotation.labelId ?? '')
      const identification = label?.identification()
      if (!label || !identification) {
        losses.of(lossSubject(annotation)).leaveOut(label ? noTaxon('An annotation', label) : 'An annotation without a label was left out')
        return
      }
      const facts = occurrenceOf(annotation, label, identification, context)
      const record = recordOf(annotation, facts.taxon, identification)
      const seen = seenWords(annotation, id => labels.get(id ?? '')?.name ?? 'a deleted label')
      await addOccurrence(facts, record, [annotation.reviewState === 'disputed' ? disputed : null, seen])
      report(record, modelFaults(annotation.source === 'machine' ? [annotation.annotator.name] : []))
      countAnnotation(annotation)
      const length = organismLength(annotation)
      if (length !== null) {
        const method = length.method ?? undefined
        await addMeasurement(record, measurementRow(facts.eventId, facts.id, measurementTerms.length, length.meters, method))
      }
      const confidence = modelConfidence(annotation)
      if (confidence !== null) await addConfidence(facts, confidence, [])
      if (facts.quantity?.type === percentCover)
        await addMeasurement(record, measurementRow(facts.eventId, facts.id, measurementTerms.cover, facts.quantity.value))
      await addAttributes(annotation, record, { eventId: facts.eventId, occurrenceId: facts.id })
    },

    addSamplePoint(cover: ImageCover, point: SourceAnnotation): void {
      const label = labels.get(point.labelId ?? '')
      if (!label) {
        cover.addUnnamed()
        losses.of(lossSubject(point)).leaveOut('A sample point without a label was left out')
        return
      }
      if (isUnscorable(label.id)) {
        cover.addUnscorable()
        losses.add('A sample point that could not be scored was left out')
        return
      }
      cover.add(point, label)
      if (label.identification()) countAnnotation(point)
      else losses.of(lossSubject(point)).add(noTaxon('A sample point', label))
      if (Object.keys(point.attributes).length > 0) losses.of(lossSubject(point)).add('The attributes of a sample point were left out')
    },

    async addCover(cover: ImageCover): Promise<void> {
      for (const { facts, identification, method, confidence, first, programs, isDisputed } of cover.occurrences()) {
        const record = recordOf(first, facts.taxon, identification)
        await addOccurrence(facts, record, [isDisputed ? disputed : null])
        report(record, modelFaults(programs))
        await addMeasurement(record, measurementRow(facts.eventId, facts.id, measurementTerms.cover, facts.quantity.value, method))
        if (confidence) await addConfidence(facts, confidence.mean, [confidence.method])
      }
    }
  }
}

const noTaxon = (subject: 'An annotation' | 'A sample point', { name }: SourceLabel) =>
  `${subject} of “${name}” ${subject === 'An annotation' ? 'was left out' : 'was counted in the effort only'}: neither the label nor one above it is a taxon`

interface OccurrenceRecord extends FaultyRecord {
  labelId: string
}

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
