import { shapeLength } from '../../../../shared/geometry/diameter.ts'
import { pixels } from '../losses.ts'
import { eventIdOf } from './occurrence-facts.ts'
import { placeCells, placeColumns } from './place-cells.ts'
import type { SourceAnnotation } from './source-annotations.ts'
import type { SourceLabel } from './source-labels.ts'
import { type Cell, writeTable } from './table-file.ts'
import type { Writing, Written } from './writing.ts'

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
  ...[
    'label',
    'labelPath',
    'scientificName',
    'scientificNameAuthorship',
    'scientificNameID',
    'taxonRank',
    'identificationQualifier',
    'morphospecies'
  ],
  ...['shapeKind', 'shape', 'areaInSquarePixels', 'confidence', 'attributes', 'reviewState', 'reviewedBy', 'reviewedAt'],
  ...['source', 'annotator', 'createdAt', 'modifiedAt', 'metersPerPixel', 'lengthInMeters', 'areaInSquareMeters']
]

/** Additional columns for projects in which people decided on suggestions. */
const originColumns = ['origin', 'suggestedBy']

/**
 * Writes a row for each annotation. Shapes and attributes are JSON, and shapes follow the annotation contract. On images of known scale, outlines are
 * measured. A line is measured along its path, and a box along its longer side. Any other shape is measured across its largest diameter. Each field
 * of the project has a column with its name. If that name is taken, the column name gets the prefix `attributes.`.
 */
export async function writeAnnotationTable({ source, path, options: { fileType = 'csv' }, losses }: Writing): Promise<Written> {
  const labels = new Map(source.labels.map(label => [label.id, label]))
  const counted = { imageCount: 0, annotationCount: 0 }
  let last = ''
  const fixed = [...annotationColumns, ...(source.hasOrigins ? originColumns : []), ...placeColumns(source)]
  async function* rows() {
    for await (const annotation of source.annotations()) {
      if (annotation.image.id !== last) counted.imageCount += 1
      last = annotation.image.id
      counted.annotationCount += 1
      const { attributes } = annotation
      const values = source.fields.map(({ name }) => (Object.hasOwn(attributes, name) ? attributes[name] : null))
      const cells = annotationCells(annotation, labels.get(annotation.labelId ?? ''))
      const origins = source.hasOrigins ? [annotation.origin, annotation.model?.name ?? null] : []
      yield [...cells, ...origins, ...placeCells(source, annotation.image), ...values]
    }
  }
  const taken = new Set(fixed.map(name => name.toLowerCase()))
  const fieldColumns = source.fields.map(({ name }) => (taken.has(name.toLowerCase()) ? `attributes.${name}` : name))
  await writeTable(
    { path, fileType, losses },
    {
      name: 'Annotations',
      columns: [...fixed, ...fieldColumns],
      times: ['eventDate', 'reviewedAt', 'createdAt', 'modifiedAt'],
      rows: rows()
    }
  )
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
    ...[label?.name, label && [...label.path, label.name].join(' > '), label?.scientificName],
    ...[label?.scientificNameAuthorship, label?.scientificNameID],
    ...[label?.taxonRank, label?.identificationQualifier, label?.morphospecies],
    ...[shape?.kind ?? 'wholeImage', shape && JSON.stringify(shape), area === null ? null : pixels(area), confidence],
    ...[Object.keys(attributes).length > 0 ? JSON.stringify(attributes) : null, reviewState, reviewedBy?.name, reviewedAt],
    ...[source, annotation.annotator.name, annotation.createdAt, annotation.modifiedAt],
    ...[image.metersPerPixel === null ? null : digits(image.metersPerPixel), ...sizesInMeters(annotation)]
  ]
}

/** Length in m and area in m² of a shape. Both are null without a scale, and either is null if it does not apply to the shape. */
function sizesInMeters({ shape, area, image: { metersPerPixel } }: SourceAnnotation): [number | null, number | null] {
  if (metersPerPixel === null) return [null, null]
  const length = shape === null ? 0 : shapeLength(shape)
  return [length > 0 ? digits(length * metersPerPixel) : null, area !== null && area > 0 ? digits(area * metersPerPixel ** 2) : null]
}

/** Rounds to six significant digits, which is more than any scale justifies. */
const digits = (value: number) => Number(value.toPrecision(6))
