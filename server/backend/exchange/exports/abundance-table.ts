import { recordsIn } from '../../../../shared/export-options.ts'
import { abundanceOf } from '../../results/abundance.ts'
import type { CountedQuery } from '../../results/counted.ts'
import { type Taxa, taxaOf } from '../../results/taxa.ts'
import { inFile } from './given-places.ts'
import { grouped } from './grouped.ts'
import { placeCells, placeColumns } from './place-cells.ts'
import { countedChoice, lossSubject } from './source-annotations.ts'
import type { SourceLabel } from './source-labels.ts'
import { writeTable } from './table-file.ts'
import type { Writing, Written } from './writing.ts'

/**
 * Writes an abundance table. Its rows are the images that count towards the effort, or groups of images. Its columns are labels, or their taxa at the
 * chosen rank. An annotation counts as one individual unless its attribute named by `countAttribute` gives a whole number up to 1,000,000. Sample
 * points are left out because they are not individuals. Observations are counted only in groups, because they have no image.
 */
export async function writeAbundanceMatrix(writing: Writing): Promise<Written> {
  return writing.options.groupBy === undefined || writing.options.groupBy === 'image' ? matrixOfImages(writing) : matrixOfGroups(writing)
}

const ofIndividuals = { withoutSamplePoints: true, onlyLines: true }
const imageColumns = ['fileName', 'survey', 'site', 'eventDate', 'decimalLatitude', 'decimalLongitude', 'depthInMeters']
const usualCount = 'individualCount'
const mostIndividuals = 1_000_000

async function matrixOfImages({ db, source, path, options, losses }: Writing): Promise<Written> {
  const { fileType = 'csv', rank, countAttribute = usualCount } = options
  const taxa = await columnsOf({ db, source, options })
  const counted = { imageCount: 0, annotationCount: 0 }
  const annotations = () => source.annotations(ofIndividuals)
  async function* rows() {
    for await (const { image, annotations: own } of grouped({ images: source.images, annotations })) {
      const counts = new Array<number>(taxa.names.length).fill(0)
      let isEmpty = true
      for await (const annotation of own) {
        const { labelId, attributes } = annotation
        isEmpty = false
        const column = taxa.columnOf.get(labelId ?? '')
        if (column === undefined) {
          const reason = labelId === null ? 'An annotation without a label was left out' : noTaxonOf(rank)
          losses.of(lossSubject(annotation)).leaveOut(reason)
        } else {
          counts[column] = (counts[column] ?? 0) + individualsOf(attributes[countAttribute])
          counted.annotationCount += 1
        }
      }
      if (isEmpty && !image.isInEffort) continue
      counted.imageCount += 1
      const { fileName, site, eventDate, decimalLatitude, decimalLongitude, depthInMeters } = image
      yield [
        fileName,
        site?.survey?.name,
        site?.name,
        eventDate,
        decimalLatitude,
        decimalLongitude,
        depthInMeters,
        ...placeCells(source, image),
        ...counts
      ]
    }
  }
  const columns = [...imageColumns, ...placeColumns(source), ...taxa.names]
  await writeTable({ path, fileType, losses }, { name: 'Abundance', columns, times: ['eventDate'], rows: rows() })
  return counted
}

/** Returns the columns of the table: one per label, or one per taxon of the chosen rank. */
async function columnsOf({ db, source: { id, labels }, options }: Pick<Writing, 'db' | 'source' | 'options'>) {
  const { rank } = options
  if (rank === undefined) return { names: columnNames(labels), columnOf: new Map(labels.map((label, index) => [label.id, index])) }
  const { byId, taxonOf } = await taxaOf(db, inFile(id, options), { rank })
  const known = new Map(taxonOf?.map(({ label, taxon }) => [label, taxon]))
  const taxa = [...new Set(labels.flatMap(label => byId.get(known.get(label.id) ?? '') ?? []))]
  const places = new Map(taxa.map((taxon, index) => [taxon.id, index]))
  const placed = labels.flatMap((label): [string, number][] => {
    const place = places.get(known.get(label.id) ?? '')
    return place === undefined ? [] : [[label.id, place]]
  })
  return { names: columnNames(taxa.map(taxon => ({ name: taxon.name, path: pathOf(taxon, byId) }))), columnOf: new Map(placed) }
}

function pathOf({ parentId }: { parentId: string | null }, byId: Taxa['byId']): string[] {
  const parent = byId.get(parentId ?? '')
  return parent ? [...pathOf(parent, byId), parent.name] : []
}

const noTaxonOf = (rank = '') => `An individual with no ${rank} above its label was left out`

const individualsOf = (count: unknown) =>
  typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= mostIndividuals ? count : 1

/** Writes the counts of the Results page as a table. */
async function matrixOfGroups({ db, source, path, options, losses }: Writing): Promise<Written> {
  const { fileType = 'csv', groupBy = 'image', depthBandInMeters, rank, countAttribute = usualCount, records, includeOutside } = options
  const has = recordsIn(options)
  const query: CountedQuery = {
    ...countedChoice(options),
    groupBy,
    ...(depthBandInMeters !== undefined && { depthBandInMeters }),
    ...(rank !== undefined && { rank }),
    ...(countAttribute !== '' && { countAttribute }),
    ...(records !== undefined && { records }),
    ...(includeOutside !== undefined && { includeOutside })
  }
  const found = await abundanceOf(db, inFile(source.id, options), query)
  losses.add('An individual without a label was left out', found.unnamedIndividuals)
  losses.add(noTaxonOf(rank), found.leftOutIndividuals)
  const labels = new Map(source.labels.map(label => [label.id, label]))
  const names = columnNames(found.taxa.map(({ id, name }) => labels.get(id) ?? { name, path: [] }))
  async function* rows() {
    for (const { name, images, imagesWithArea, areaSquareMeters, events = 0, counts: given } of found.groups) {
      const counts = new Array<number>(found.taxa.length).fill(0)
      for (const [taxon = 0, individuals = 0] of given) counts[taxon] = individuals
      yield [name, images, imagesWithArea, areaSquareMeters, ...(has.observations ? [events] : []), ...counts]
    }
  }
  const effort = ['images', 'imagesWithArea', 'areaInSquareMeters', ...(has.observations ? ['samplingEvents'] : [])]
  const columns = [columnOfGroup(groupBy), ...effort, ...names]
  await writeTable({ path, fileType, losses }, { name: 'Abundance', columns, rows: rows() })
  const imageCount = found.groups.reduce((sum, { images }) => sum + images, 0)
  if (!has.annotations) return { imageCount, annotationCount: 0 }
  const { columnOf } = await columnsOf({ db, source, options })
  let annotationCount = 0 // an annotation may count several individuals
  for await (const { labelId } of source.annotations(ofIndividuals)) if (columnOf.has(labelId ?? '')) annotationCount += 1
  return { imageCount, annotationCount }
}

/** Name of the first column: the grouping, such as `site`, or the name of a metadata column. */
export const columnOfGroup = (groupBy: string): string => groupBy.replace(/^metadata:/, '')

/** Column names of labels. A name shared by several labels is preceded by the names of their ancestors. */
function columnNames(labels: readonly Pick<SourceLabel, 'name' | 'path'>[]): string[] {
  const named = Map.groupBy(labels, ({ name }) => name)
  return labels.map(({ name, path }) => ((named.get(name)?.length ?? 0) > 1 ? [...path, name].join(' > ') : name))
}
