import { publicationPath } from '../../../../shared/addresses.ts'
import { publicationFaults } from '../../../../shared/publication/faults.ts'
import { fullName } from '../../../../shared/publication/people.ts'
import { HopelessJob } from '../../jobs/queue.ts'
import { unscorableAmong } from '../../results/cover.ts'
import { taxaOf } from '../../results/taxa.ts'
import { archiveEvents } from './archive-events.ts'
import { packArchive } from './archive-files.ts'
import { addObservations } from './archive-observations.ts'
import { archiveOccurrences } from './archive-occurrences.ts'
import { archiveRecords } from './archive-records.ts'
import { openArchiveTables } from './archive-tables.ts'
import { auditSteps } from './audit-steps.ts'
import { inFile } from './given-places.ts'
import { grouped } from './grouped.ts'
import { imageCover } from './image-cover.ts'
import type { Writing, Written } from './writing.ts'

/**
 * Writes a Darwin Core Archive for OBIS and GBIF. Events are the project, its surveys, sites and images. Occurrences are annotations whose label is a
 * taxon or lies below one. Each taxon among the sample points of an image is one occurrence with its percent cover. Observations of the team are
 * occurrences too, if the options include them. The archive also has measurements, and the URLs of public images. Each record is checked as it is
 * written.
 * @throws HopelessJob when the archive would have no occurrences
 */
export async function writeDarwinCore(writing: Writing): Promise<Written> {
  const { source, options, path, writtenAt, publicUrl } = writing
  const isUnscorable = await unscorableLabels(writing)
  const tables = await openArchiveTables(path)
  try {
    const recordedBy = namedPhotographers(writing)
    const context = {
      imageAddress: options.imageAddress,
      recordedBy,
      models: source.publication.models,
      importedFiles: source.importedFiles
    }
    const records = archiveRecords(writing, tables)
    const events = archiveEvents({ ...writing, recordedBy }, tables, records)
    const occurrences = archiveOccurrences({ ...writing, context, isUnscorable }, tables, records)
    for await (const { image, annotations } of grouped({
      images: source.images,
      annotations: () => source.annotations({ onlyLines: true })
    })) {
      const [before, cover] = [tables.occurrences.count, imageCover(context)]
      for await (const annotation of annotations) {
        if (annotation.samplePoint !== null) occurrences.addSamplePoint(cover, annotation)
        else await occurrences.addOrganism(annotation)
      }
      await occurrences.addCover(cover)
      const hasOccurrences = tables.occurrences.count > before
      if (hasOccurrences || cover.judged > 0 || image.isInEffort) await events.addImage(image, cover, hasOccurrences)
    }
    const imageCount = tables.events.count
    if (options.observations) await addObservations(writing, { tables, records, events, taxa: occurrences.taxa })
    reportPublication(writing, recordedBy.length)
    if (tables.occurrences.count === 0) throw new HopelessJob(`There is nothing to publish: ${await nothingWords(writing)}`)
    await events.addAbove()
    for (const table of tables.all) await table.close()
    await packArchive(path, tables.all, {
      source,
      writtenAt,
      publicUrl,
      extent: events.extent(),
      span: events.span(),
      imageCount,
      taxa: occurrences.taxa.values(),
      auditSteps: await auditSteps(writing.db, source.id, [...occurrences.bulkModels.values()])
    })
    return { imageCount, annotationCount: occurrences.annotationCount }
  } finally {
    for (const table of tables.all) await table.discard()
  }
}

/** Returns a predicate for the labels of unscorable sample points, as set in the options. */
async function unscorableLabels({ db, source, options }: Writing): Promise<(labelId: string) => boolean> {
  const { unscorable } = options
  if (unscorable === undefined) return () => false
  return unscorableAmong(await taxaOf(db, inFile(source.id, options), {}), unscorable)
}

const photographersOf = ({ source }: Writing) => source.described.people.filter(({ tookImages }) => tookImages)

/** Photographers for `recordedBy`, without those whose name is an e-mail address. */
const namedPhotographers = (writing: Writing) =>
  photographersOf(writing)
    .map(person => ({ name: fullName(person), ...(person.orcid && { orcid: person.orcid }) }))
    .filter(({ name }) => !name.includes('@'))

const publicationRecord = { name: 'Publication', mediaId: null, annotationId: null }

function reportPublication(writing: Writing, namedCount: number): void {
  const { source, faults } = writing
  for (const { field, message } of publicationFaults(source.described))
    faults.add({ severity: 'warning', column: field, message }, { ...publicationRecord, path: publicationPath(source.id, field) })
  if (namedCount < photographersOf(writing).length) {
    const message = 'The name of a photographer is an e-mail address: it was left out'
    faults.add({ severity: 'warning', column: 'recordedBy', message }, { ...publicationRecord, path: publicationPath(source.id, 'people') })
  }
}

/** Returns the reason why there is nothing to publish, worded as the end of a sentence. */
async function nothingWords({ source }: Writing): Promise<string> {
  const count = await source.leftOutCount()
  if (count === 0) return 'no annotation has a label that is a taxon'
  if (count === 1) return 'one annotation is left out of the file. Confirm it if it is correct, or include machine suggestions'
  return `${count.toLocaleString('en')} annotations are left out of the file. Confirm the correct ones, or include machine suggestions`
}
