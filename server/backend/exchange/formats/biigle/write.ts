import { csvLine } from '../../../files/csv.ts'
import type { Annotator, DatasetAnnotation, DatasetImage, DatasetLabel, DatasetSource } from '../../dataset.ts'
import { flatOfShape } from '../../flat-shapes.ts'
import { type LossTally, pixels } from '../../losses.ts'
import { spacedTime } from '../../times.ts'

const columns =
  'annotation_label_id,label_id,label_name,label_hierarchy,user_id,firstname,lastname,image_id,filename,image_longitude,image_latitude,shape_id,shape_name,points,attributes,annotation_id,created_at'

/** Shape ids of a new BIIGLE installation. Programs that read the report use the names instead. */
const shapes = {
  point: [1, 'Point'],
  line: [2, 'LineString'],
  polygon: [3, 'Polygon'],
  circle: [4, 'Circle'],
  rectangle: [5, 'Rectangle'],
  ellipse: [6, 'Ellipse'],
  whole: [7, 'WholeFrame']
} as const

/** Writes BIIGLE's CSV report of image annotations, with one row for each label of each annotation. */
export async function* writeBiigle(
  source: DatasetSource,
  losses: LossTally,
  signal?: AbortSignal
): AsyncGenerator<string, void, undefined> {
  const labels = new Map(source.labels.map(label => [label.id, label]))
  const images = new Map<string, { id: number; image: DatasetImage }>()
  for await (const image of source.images()) images.set(image.fileName, { id: images.size + 1, image })
  yield `${columns}\n`
  let [annotations, given] = [0, 0]
  for await (const annotation of source.annotations()) {
    signal?.throwIfAborted()
    const image = images.get(annotation.fileName)
    const lost = losses.of(annotation)
    if (!image) lost.leaveOut('An annotation of an image that is not listed was left out')
    else if (annotation.labels.length === 0) lost.leaveOut('An annotation without a label was left out')
    else {
      const id = annotation.id ?? ++annotations
      for (const index of annotation.labels.keys()) yield `${csvLine(rowOf(annotation, index, ++given, id, image, labels, lost))}\n`
    }
  }
}

function rowOf(
  { shape, labels: given, attributes, confidence, track }: DatasetAnnotation,
  index: number,
  number: number,
  id: string | number,
  { id: imageId, image }: { id: number; image: DatasetImage },
  labels: Map<string, DatasetLabel>,
  losses: LossTally
): (string | number)[] {
  const { labelId, annotator, at, confidence: certainty } = given[index] ?? { labelId: '' }
  if (certainty !== undefined || confidence !== undefined) losses.add('A confidence was left out')
  if (track !== undefined) losses.add('A track across several images was left out')
  if (shape?.kind === 'polygon' && shape.holes?.length) losses.add('The holes of a polygon were left out')
  const { name, path } = labels.get(labelId) ?? { name: labelId, path: [] }
  const flat = shape ? flatOfShape(shape) : { kind: 'whole' as const, numbers: [] }
  return [
    number,
    labelId,
    name,
    [...path, name].join(' > '),
    ...person(annotator),
    imageId,
    image.fileName,
    image.decimalLongitude ?? '',
    image.decimalLatitude ?? '',
    ...shapes[flat.kind],
    JSON.stringify(flat.numbers.map(pixels)),
    attributes.length > 0 ? JSON.stringify(Object.fromEntries(attributes)) : '',
    id,
    at ? spacedTime(at) : ''
  ]
}

/** Returns the id, first name and last name of an annotator. The last name is the last word of the name. */
function person(annotator: Annotator | undefined): [string, string, string] {
  if (!annotator) return ['', '', '']
  const [, first = '', last = annotator.name] = /^(.*) (\S+)$/.exec(annotator.name.trim()) ?? []
  return [annotator.id, first, last]
}
