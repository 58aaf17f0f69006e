import { csvLine } from '../csv.ts'
import { pixels } from '../losses.ts'
import { writeText } from '../text-file.ts'
import type { Writing, Written } from './formats.ts'
import { grouped, wasSeen } from './grouped.ts'
import { eventIdOf } from './occurrence-facts.ts'
import type { SourceAnnotation } from './source-annotations.ts'
import type { SourceLabel } from './source-labels.ts'

const annotationColumns = [
  ...['annotationID', 'fileName', 'eventID', 'eventDate', 'decimalLatitude', 'decimalLongitude', 'depthInMeters', 'altitudeInMeters'],
  ...['label', 'labelPath', 'scientificName', 'scientificNameID', 'taxonRank', 'identificationQualifier', 'morphospecies'],
  ...['shapeKind', 'shape', 'areaInSquarePixels', 'confidence', 'attributes', 'reviewState', 'reviewedBy', 'reviewedAt'],
  ...['source', 'annotator', 'createdAt', 'modifiedAt']
]

/** A row for each annotation. Shapes and attributes are JSON; shapes as in the contract of annotations. */
export async function writeAnnotationTable({ source, path }: Writing): Promise<Written> {
  const labels = new Map(source.labels.map(label => [label.id, label]))
  const counted = { imageCount: 0, annotationCount: 0 }
  let last = ''
  async function* rows() {
    yield `${annotationColumns.join(',')}\n`
    for await (const annotation of source.annotations()) {
      if (annotation.image.id !== last) counted.imageCount += 1
      last = annotation.image.id
      counted.annotationCount += 1
      yield `${csvLine(annotationCells(annotation, labels.get(annotation.labelId ?? '')))}\n`
    }
  }
  await writeText(path, rows())
  return counted
}

function annotationCells(annotation: SourceAnnotation, label: SourceLabel | undefined): (string | number)[] {
  const { id, image, shape, area, confidence, attributes, reviewState, reviewedBy, reviewedAt, source } = annotation
  const cells: (string | number | null | undefined)[] = [
    ...[id, image.fileName, eventIdOf(image), image.eventDate, image.decimalLatitude, image.decimalLongitude],
    ...[image.depthInMeters, image.altitudeInMeters],
    ...[label?.name, label && [...label.path, label.name].join(' > '), label?.scientificName, label?.scientificNameID],
    ...[label?.taxonRank, label?.identificationQualifier, label?.morphospecies],
    ...[shape?.kind ?? 'wholeImage', shape && JSON.stringify(shape), area === null ? null : pixels(area), confidence],
    ...[Object.keys(attributes).length > 0 ? JSON.stringify(attributes) : null, reviewState, reviewedBy?.name, reviewedAt],
    ...[source, annotation.annotator.name, annotation.createdAt, annotation.modifiedAt]
  ]
  return cells.map(cell => cell ?? '')
}

const placeColumns = ['fileName', 'eventDate', 'decimalLatitude', 'decimalLongitude', 'depthInMeters']

/**
 * Abundance: a row for each image that was looked at, a column for each label, how many of it. An annotation counts as many as its
 * attribute `individualCount` says, else one.
 */
export async function writeAbundanceMatrix({ source, path, losses }: Writing): Promise<Written> {
  const columns = new Map(source.labels.map(({ id }, index) => [id, index]))
  const counted = { imageCount: 0, annotationCount: 0 }
  async function* rows() {
    yield `${csvLine([...placeColumns, ...columnNames(source.labels)])}\n`
    for await (const { image, annotations } of grouped(source)) {
      if (annotations.length === 0 && !wasSeen(image)) continue
      const counts = new Array<number>(columns.size).fill(0)
      for (const { labelId, attributes } of annotations) {
        const column = columns.get(labelId ?? '')
        const count = attributes.individualCount
        if (column === undefined) losses.add('An annotation without a label was left out')
        else {
          counts[column] = (counts[column] ?? 0) + (typeof count === 'number' && count >= 0 ? count : 1)
          counted.annotationCount += 1
        }
      }
      counted.imageCount += 1
      const place = [image.fileName, image.eventDate, image.decimalLatitude, image.decimalLongitude, image.depthInMeters]
      yield `${csvLine([...place.map(cell => cell ?? ''), ...counts])}\n`
    }
  }
  await writeText(path, rows())
  return counted
}

/** Names of labels; with those above them where two have one name. */
function columnNames(labels: readonly SourceLabel[]): string[] {
  const named = Map.groupBy(labels, ({ name }) => name)
  return labels.map(({ name, path }) => ((named.get(name)?.length ?? 0) > 1 ? [...path, name].join(' > ') : name))
}
