import { shapeLength } from '../../../../shared/geometry/diameter.ts'
import { abundanceOf } from '../../results/abundance.ts'
import { pixels } from '../losses.ts'
import type { Writing, Written } from './formats.ts'
import { grouped, wasSeen } from './grouped.ts'
import { eventIdOf } from './occurrence-facts.ts'
import { lossSubject, type SourceAnnotation } from './source-annotations.ts'
import type { SourceLabel } from './source-labels.ts'
import { type Cell, writeTable } from './table-file.ts'

const annotationColumns = [
  ...[
    'annotationID',
    'fileName',
    'survey',
    'site',
    'eventID',
    'eventDate',
    'decimalLatitude',
    'decimalLongitude',
    'depthInMeters',
    'altitudeInMeters'
  ],
  ...['label', 'labelPath', 'scientificName', 'scientificNameID', 'taxonRank', 'identificationQualifier', 'morphospecies'],
  ...['shapeKind', 'shape', 'areaInSquarePixels', 'confidence', 'attributes', 'reviewState', 'reviewedBy', 'reviewedAt'],
  ...['source', 'annotator', 'createdAt', 'modifiedAt', 'metersPerPixel', 'lengthInMeters', 'areaInSquareMeters']
]

/**
 * A row for each annotation. Shapes and attributes are JSON; shapes as in the contract of annotations. Where the scale of the image is
 * known the outline is measured: a line along its way, anything else across its largest diameter. Each field of the project has a column
 * of its name, or `attributes.` and its name where the table has one of that name.
 */
export async function writeAnnotationTable({ source, path, options: { fileType = 'csv' }, losses }: Writing): Promise<Written> {
  const labels = new Map(source.labels.map(label => [label.id, label]))
  const counted = { imageCount: 0, annotationCount: 0 }
  let last = ''
  async function* rows() {
    for await (const annotation of source.annotations()) {
      if (annotation.image.id !== last) counted.imageCount += 1
      last = annotation.image.id
      counted.annotationCount += 1
      const { attributes } = annotation
      const values = source.fields.map(({ name }) => (Object.hasOwn(attributes, name) ? attributes[name] : null))
      yield [...annotationCells(annotation, labels.get(annotation.labelId ?? '')), ...values]
    }
  }
  const taken = new Set(annotationColumns.map(name => name.toLowerCase()))
  const fieldColumns = source.fields.map(({ name }) => (taken.has(name.toLowerCase()) ? `attributes.${name}` : name))
  await writeTable({ path, fileType, losses }, { name: 'Annotations', columns: [...annotationColumns, ...fieldColumns], rows: rows() })
  return counted
}

function annotationCells(annotation: SourceAnnotation, label: SourceLabel | undefined): Cell[] {
  const { id, image, shape, area, confidence, attributes, reviewState, reviewedBy, reviewedAt, source } = annotation
  return [
    ...[
      id,
      image.fileName,
      image.site?.survey?.name,
      image.site?.name,
      eventIdOf(image),
      image.eventDate,
      image.decimalLatitude,
      image.decimalLongitude
    ],
    ...[image.depthInMeters, image.altitudeInMeters],
    ...[label?.name, label && [...label.path, label.name].join(' > '), label?.scientificName, label?.scientificNameID],
    ...[label?.taxonRank, label?.identificationQualifier, label?.morphospecies],
    ...[shape?.kind ?? 'wholeImage', shape && JSON.stringify(shape), area === null ? null : pixels(area), confidence],
    ...[Object.keys(attributes).length > 0 ? JSON.stringify(attributes) : null, reviewState, reviewedBy?.name, reviewedAt],
    ...[source, annotation.annotator.name, annotation.createdAt, annotation.modifiedAt],
    ...[image.metersPerPixel === null ? null : digits(image.metersPerPixel), ...sizesInMeters(annotation)]
  ]
}

/** Length and area of the outline; null where the scale of the image is not known, or a shape has none. */
function sizesInMeters({ shape, area, image: { metersPerPixel } }: SourceAnnotation): [number | null, number | null] {
  if (metersPerPixel === null) return [null, null]
  const length = shape === null ? 0 : shapeLength(shape)
  return [length > 0 ? digits(length * metersPerPixel) : null, area !== null && area > 0 ? digits(area * metersPerPixel ** 2) : null]
}

/** More than any scale holds. */
const digits = (value: number) => Number(value.toPrecision(6))

/**
 * Abundance: a row for each image, site, survey, depth band or day that was looked at, a column for each label, how many of it. An
 * annotation counts as many as its attribute `individualCount` says, else one; sample points are no individuals.
 */
export async function writeAbundanceMatrix(writing: Writing): Promise<Written> {
  return writing.options.groupBy === undefined || writing.options.groupBy === 'image' ? matrixOfImages(writing) : matrixOfGroups(writing)
}

const placeColumns = ['fileName', 'survey', 'site', 'eventDate', 'decimalLatitude', 'decimalLongitude', 'depthInMeters']
const mostIndividuals = 1_000_000

async function matrixOfImages({ source, path, options: { fileType = 'csv' }, losses }: Writing): Promise<Written> {
  const columns = new Map(source.labels.map(({ id }, index) => [id, index]))
  const counted = { imageCount: 0, annotationCount: 0 }
  const annotations = () => source.annotations({ withoutSamplePoints: true, onlyLines: true })
  async function* rows() {
    for await (const { image, annotations: own } of grouped({ images: source.images, annotations })) {
      const counts = new Array<number>(columns.size).fill(0)
      let isEmpty = true
      for await (const annotation of own) {
        const { labelId, attributes } = annotation
        isEmpty = false
        const column = columns.get(labelId ?? '')
        if (column === undefined) losses.of(lossSubject(annotation)).leaveOut('An annotation without a label was left out')
        else {
          counts[column] = (counts[column] ?? 0) + individualsOf(attributes.individualCount)
          counted.annotationCount += 1
        }
      }
      if (isEmpty && !wasSeen(image)) continue
      counted.imageCount += 1
      const { fileName, site, eventDate, decimalLatitude, decimalLongitude, depthInMeters } = image
      yield [fileName, site?.survey?.name, site?.name, eventDate, decimalLatitude, decimalLongitude, depthInMeters, ...counts]
    }
  }
  const table = { name: 'Abundance', columns: [...placeColumns, ...columnNames(source.labels)], rows: rows() }
  await writeTable({ path, fileType, losses }, table)
  return counted
}

const individualsOf = (count: unknown) =>
  typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= mostIndividuals ? count : 1

/** The same counts as on the page of results. */
async function matrixOfGroups({ db, source, path, options, losses }: Writing): Promise<Written> {
  const { include = 'all', fileType = 'csv', groupBy } = options
  const counted = include === 'confirmed' ? { confirmedOnly: true } : { includeUnreviewed: true }
  const found = await abundanceOf(db, source.id, { groupBy, countAttribute: 'individualCount', ...counted }, null)
  for (let each = 0; each < found.unnamedIndividuals; each++) losses.add('An individual without a label was left out')
  const labels = new Map(source.labels.map(label => [label.id, label]))
  const names = columnNames(found.taxa.map(({ id, name }) => labels.get(id) ?? { name, path: [] }))
  async function* rows() {
    for (const { name, images, imagesWithArea, areaSquareMeters, counts: given } of found.groups) {
      const counts = new Array<number>(found.taxa.length).fill(0)
      for (const [taxon = 0, individuals = 0] of given) counts[taxon] = individuals
      yield [name, images, imagesWithArea, areaSquareMeters, ...counts]
    }
  }
  const columns = [groupBy ?? '', 'images', 'imagesWithArea', 'areaInSquareMeters', ...names]
  await writeTable({ path, fileType, losses }, { name: 'Abundance', columns, rows: rows() })
  return { imageCount: found.groups.reduce((sum, { images }) => sum + images, 0), annotationCount: found.individuals }
}

/** Names of labels; with those above them where two have one name. */
function columnNames(labels: readonly Pick<SourceLabel, 'name' | 'path'>[]): string[] {
  const named = Map.groupBy(labels, ({ name }) => name)
  return labels.map(({ name, path }) => ((named.get(name)?.length ?? 0) > 1 ? [...path, name].join(' > ') : name))
}
