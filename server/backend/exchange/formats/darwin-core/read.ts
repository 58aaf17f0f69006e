import { type ByteSource, NotThisFormat, numberOf, quoted, type ReadingOptions } from '../../../files/reading.ts'
import type { AttributeValue, DatasetAnnotation, DatasetEntry } from '../../dataset.ts'
import { finding } from '../../finding.ts'
import { quantityAttribute, quantityTypeAttribute } from '../../kept-attributes.ts'
import { timeOf } from '../../times.ts'
import { namesOfCore } from './core-names.ts'
import { measuredAttributes } from './measured.ts'
import type { ArchiveTable } from './meta.ts'
import { type ArchiveFile, describedTables } from './open.ts'
import { type ArchiveRow, archiveRows } from './table-read.ts'
import { taxonOf } from './taxon.ts'

export interface ArchiveReading extends ReadingOptions {
  /** Finds the image in the project for a URL, a file name or an event identifier. */
  imageOf(given: string): string | null
}

const kept = ['occurrenceID', 'sex', 'lifeStage', 'behavior', 'vitality', 'basisOfRecord']
const numbered = ['individualCount', 'organismQuantity']

/**
 * Reads the occurrences of a Darwin Core Archive, as core or as an extension of events. Labels are the taxa of the occurrences. Occurrences of an
 * image become annotations of the whole image; the others become findings. An occurrence without a name takes that of its core record. Values of
 * project fields come from the measurements. Source: Darwin Core text guide; GBIF downloads.
 * @throws NotThisFormat when there is no `meta.xml`, or it describes no occurrences or no scientific names
 */
// Long: reads the files of one archive in order.
export async function* readDarwinCore(
  files: readonly ArchiveFile[],
  options: ArchiveReading
): AsyncGenerator<DatasetEntry, void, undefined> {
  const described = await describedTables(files)
  if (!described) throw new NotThisFormat('This is not a Darwin Core Archive: it has no meta.xml')
  const { tables, contentOf } = described
  // A GBIF download has the publisher's original values in a second table of occurrences.
  const occurrences = tables.find(({ isCore, rowType }) => isCore && rowType === 'Occurrence') ?? tables.find(isOfOccurrences)
  if (!occurrences) {
    const isOfTaxa = tables.some(({ isCore, rowType }) => isCore && rowType === 'Taxon')
    throw new NotThisFormat(`The archive has no occurrences${isOfTaxa ? ', only taxa: import it into the catalog as labels' : ''}`)
  }
  const core = tables.find(({ isCore }) => isCore)
  const isNamedByCore = core !== undefined && core !== occurrences && core.fields.has('scientificName')
  if (!isNamedByCore && !occurrences.fields.has('scientificName'))
    throw new NotThisFormat(`The meta.xml of the archive lists no scientificName column for ${quoted(occurrences.file)}`)
  // The image of a taxon does not show any particular occurrence.
  const pictures = core?.rowType === 'Taxon' ? undefined : tables.find(({ rowType }) => rowType === 'Multimedia')
  const measurements = tables.find(({ rowType }) => /^(Extended)?MeasurementOrFact$/.test(rowType))
  const measured = measurements ? measuredAttributes(contentOf(measurements), measurements) : null
  const imageOfKey = pictures ? await picturesByKey(contentOf(pictures), pictures, options) : new Map<string, string>()
  const coreNames = isNamedByCore
    ? await namesOfCore({ core, coreContent: contentOf(core), occurrences, content: contentOf(occurrences) })
    : null

  const [seen, labels] = [new Set<string>(), new Set<string>()]
  try {
    for await (const row of archiveRows(contentOf(occurrences), occurrences, options)) {
      if ('kind' in row) {
        yield row
        continue
      }
      const { cell, key } = row
      const place = { row: row.row, path: occurrences.file }
      const label = taxonOf(coreNames?.cellOf(row) ?? cell)
      const id = cell('occurrenceID') || (occurrences.isCore ? key : '')
      const values = (await measured?.of(id)) ?? []
      if (!label) {
        yield finding(false, `The record has no scientific name${coreNames?.whyNot(key) ?? ''}`, { ...place, column: 'scientificName' })
        continue
      }
      if (!labels.has(label.id)) yield { kind: 'label', label }
      labels.add(label.id)
      if (/^(absent|notDetected)$/i.test(cell('occurrenceStatus'))) {
        yield finding(false, `${quoted(label.name)} was absent: annotations only record organisms that are present`, {
          ...place,
          column: 'occurrenceStatus'
        })
        continue
      }
      const image = imageOf(row, imageOfKey, options)
      if (image === null) {
        const which = id ? `The occurrence ${quoted(id)} (${label.name})` : `An occurrence of ${quoted(label.name)}`
        yield finding(false, `${which} belongs to no image of this project: only its taxon was imported`, {
          ...place,
          column: 'associatedMedia'
        })
        continue
      }
      if (id && seen.has(id)) {
        yield finding(false, `The identifier ${quoted(id)} belongs to an earlier record`, { ...place, column: 'occurrenceID' })
        continue
      }
      seen.add(id)
      for (const column of numbered) {
        if (cell(column) && numberOf(cell(column)) === null)
          yield finding(true, `${quoted(cell(column))} is not a number: it was left out`, { ...place, column })
      }
      if (cell('identificationReferences')) {
        const lost = finding(true, 'The identificationReferences were left out', { ...place, column: 'identificationReferences' })
        yield { ...lost, alike: true }
      }
      yield { kind: 'annotation', annotation: annotationOf(image, label.id, cell, values), place }
    }
    if (measured) yield* measured.untaken()
  } finally {
    await measured?.close()
  }
}

const isOfOccurrences = ({ rowType }: ArchiveTable) => rowType === 'Occurrence'

/** Reads the file name of the image for each key, found by its URL. Only images in the project are held in memory. */
async function picturesByKey(source: ByteSource, table: ArchiveTable, options: ArchiveReading): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for await (const row of archiveRows(source, table, {})) {
    if ('kind' in row || found.has(row.key)) continue
    const image = options.imageOf(row.cell('identifier')) ?? options.imageOf(row.cell('accessURI'))
    if (image !== null) found.set(row.key, image)
  }
  return found
}

function imageOf({ cell, key }: ArchiveRow, imageOfKey: Map<string, string>, options: ArchiveReading): string | null {
  const addresses = cell('associatedMedia').split(/\s*[|;]\s*/)
  for (const given of [cell('eventID'), key, ...addresses]) {
    const image = given ? options.imageOf(given) : null
    if (image !== null) return image
  }
  return imageOfKey.get(key) ?? null
}

function annotationOf(
  fileName: string,
  labelId: string,
  cell: ArchiveRow['cell'],
  values: readonly [string, AttributeValue][]
): DatasetAnnotation {
  const name = cell('identifiedBy')
  const at = timeOf(cell('dateIdentified'))
  const count = numberOf(cell('individualCount'))
  const machine = cell('identificationVerificationStatus') === 'PredictedByMachine'
  const attributes: [string, AttributeValue][] = kept.flatMap(term => (cell(term) ? [[term, cell(term)]] : []))
  const remarks = cell('occurrenceRemarks')
  if (remarks) attributes.push(['remarks', remarks])
  if (count !== null) attributes.push(['individualCount', count])
  const [quantity, quantityType] = [numberOf(cell('organismQuantity')), cell('organismQuantityType')]
  if (quantity !== null && quantityType && quantityType !== 'individuals')
    attributes.push([quantityAttribute, quantity], [quantityTypeAttribute, quantityType])
  return {
    fileName,
    shape: null,
    labels: [{ labelId, ...(name && { annotator: { id: name, name, ...(machine && { machine }) } }), ...(at && { at }) }],
    attributes: [...attributes, ...values]
  }
}
