import type { Shape } from '../../../../../shared/contracts/shapes.ts'
import { areaOnImage } from '../../../../../shared/geometry/area-on-image.ts'
import { clipRing } from '../../../../../shared/geometry/clip.ts'
import { enclosingBox, outline, shapeArea, type Vertex } from '../../../../../shared/geometry/outline.ts'
import { countsOfStretches, stretchesOfRings, stringOfCounts } from '../../../../../shared/geometry/run-length.ts'
import type { ImageSize } from '../../../files/reading.ts'
import type { DatasetAbout, DatasetAnnotation, DatasetImage, DatasetLabel, DatasetSource, GivenLabel } from '../../dataset.ts'
import { type LossTally, pixels } from '../../losses.ts'
import { spacedTime } from '../../times.ts'
import { boxOnImage, isBox } from './shapes.ts'

interface ListedImage {
  id: number
  size: ImageSize | null
}

/**
 * Writes COCO JSON in chunks. The object `isobath` records facts that COCO cannot express: round shapes, lines, points, several labels, authors and
 * times. Other programs ignore it and read the closest shape that COCO supports.
 */
export async function* writeCoco(source: DatasetSource, losses: LossTally, signal?: AbortSignal): AsyncGenerator<string, void, undefined> {
  const categoryIds = categoryNumbers(source.labels)
  const images = new Map<string, ListedImage>()
  yield `{"info":${JSON.stringify(infoOf(source.about))},"licenses":${JSON.stringify(licensesOf(source.about))},\n"images":[`
  for await (const image of source.images()) {
    signal?.throwIfAborted()
    const id = images.size + 1
    images.set(image.fileName, { id, size: image.width && image.height ? { width: image.width, height: image.height } : null })
    if (!image.width || !image.height) losses.of(image).add('The size of an image is unknown, but COCO requires it: 0 was written')
    yield `${id > 1 ? ',' : ''}\n${JSON.stringify(imageRecord(id, image))}`
  }
  yield `],\n"categories":[${source.labels.map(label => `\n${JSON.stringify(categoryRecord(label, categoryIds))}`).join(',')}],\n"annotations":[`
  let count = 0
  for await (const annotation of source.annotations()) {
    signal?.throwIfAborted()
    const image = images.get(annotation.fileName)
    const category = categoryIds.get(annotation.labels[0]?.labelId ?? '')
    const lost = losses.of(annotation)
    if (!image) lost.leaveOut('An annotation of an image that is not listed was left out')
    else if (!annotation.shape) lost.leaveOut('A label of the whole image was left out')
    else if (category === undefined) lost.leaveOut('An annotation without a label was left out')
    else
      yield `${++count > 1 ? ',' : ''}\n${JSON.stringify(record(count, image, category, annotation.shape, annotation, categoryIds, lost))}`
  }
  yield ']}\n'
}

function infoOf(about: DatasetAbout | undefined) {
  if (!about) return { description: 'Annotations', version: '1.0' }
  const { title, citation, creators, url, writtenAt } = about
  const [year, day] = [Number(writtenAt.slice(0, 4)), writtenAt.slice(0, 10).replaceAll('-', '/')]
  return { description: title, version: '1.0', year, contributor: creators, ...(url && { url }), date_created: day, citation }
}

const licensesOf = (about: DatasetAbout | undefined) => (about?.license ? [{ id: 1, ...about.license }] : [])

/** Category numbers of labels: their ids if all of them are positive whole numbers, otherwise consecutive numbers from 1. */
function categoryNumbers(labels: readonly DatasetLabel[]): Map<string, number> {
  const own = labels.every(({ id }) => /^[1-9]\d{0,14}$/.test(id))
  return new Map(labels.map(({ id }, index) => [id, own ? Number(id) : index + 1]))
}

function imageRecord(id: number, { fileName, width, height, eventDate }: DatasetImage) {
  return {
    id,
    file_name: fileName,
    width: width ?? 0,
    height: height ?? 0,
    ...(eventDate && { date_captured: `${spacedTime(eventDate)}+00:00` })
  }
}

function categoryRecord({ id, name, path }: DatasetLabel, numbers: Map<string, number>) {
  return { id: numbers.get(id), name, supercategory: path.join(' > ') }
}

function record(
  id: number,
  { id: imageId, size }: ListedImage,
  category: number,
  shape: Shape,
  annotation: DatasetAnnotation,
  categoryIds: Map<string, number>,
  losses: LossTally
) {
  const around = shape.kind === 'point' ? { x: shape.x - 0.5, y: shape.y - 0.5, width: 1, height: 1 } : enclosingBox(shape)
  const { x, y, width, height } = boxOnImage(around, size)
  if (shape.kind !== 'point' && (width !== around.width || height !== around.height))
    losses.add('A shape that extends beyond its image is cut at the edge for other programs')
  const bbox = [x, y, width, height].map(pixels)
  const crowd = annotation.attributes.some(([name, value]) => name === 'iscrowd' && value === true) && size !== null
  const attributes = annotation.attributes.filter(([name]) => !(crowd && name === 'iscrowd'))
  const score = annotation.labels[0]?.confidence
  const own = ownRecord(annotation, keepsShape(shape, bbox) && !crowd ? null : shape, categoryIds)
  return {
    id,
    image_id: imageId,
    category_id: category,
    iscrowd: crowd ? 1 : 0,
    bbox,
    area: pixels(shape.kind === 'point' ? width * height : size ? areaOnImage(shape, size) : shapeArea(shape)),
    segmentation: segmentation(shape, size, crowd, losses),
    ...(score !== undefined && { score }),
    ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) }),
    ...(own && { isobath: own })
  }
}

/** True when the polygon or the box alone preserves the exact shape. */
function keepsShape(shape: Shape, bbox: number[]): boolean {
  return shape.kind === 'box' || (shape.kind === 'polygon' && !shape.holes?.length && !isBox(shape.points, bbox))
}

function segmentation(shape: Shape, size: ImageSize | null, crowd: boolean, losses: LossTally) {
  if (shape.kind === 'point' || shape.kind === 'line') {
    losses.add(
      `${shape.kind === 'point' ? 'A point is written as a box of one pixel' : 'A line is written as its bounding box'} for other programs`
    )
    return []
  }
  const rings: Vertex[][] = [outline(shape), ...(shape.kind === 'polygon' ? (shape.holes ?? []) : [])]
  if (size && (crowd || rings.length > 1)) {
    if (rings.length > 1) losses.add('A polygon with holes is written as a mask of whole pixels for other programs')
    const counts = countsOfStretches(stretchesOfRings(rings, size.height, size.width), size.height, size.width)
    return { size: [size.height, size.width], counts: stringOfCounts(counts) }
  }
  if (rings.length > 1) losses.add('The holes of a polygon are left out for other programs')
  if (shape.kind === 'circle' || shape.kind === 'ellipse' || shape.kind === 'rotatedBox')
    losses.add(`${shape.kind === 'rotatedBox' ? 'A rotated box' : `A round shape`} is written as a polygon for other programs`)
  const ring = rings[0] ?? []
  const onImage = size && !ring.every(vertex => isOn(size, vertex)) ? clipRing(ring, { x: 0, y: 0, ...size }) : ring
  return onImage.length < 3 ? [] : [onImage.flat().map(pixels)]
}

const isOn = ({ width, height }: ImageSize, [x, y]: Vertex) => x >= 0 && y >= 0 && x <= width && y <= height

function ownRecord({ id, labels, confidence, track }: DatasetAnnotation, shape: Shape | null, categoryIds: Map<string, number>) {
  const isPlain = labels.length === 1 && !labels[0]?.annotator && !labels[0]?.at
  const own = {
    ...(id !== undefined && { id }),
    ...(shape && { shape }),
    ...(confidence !== undefined && { confidence }),
    ...(track !== undefined && { track }),
    ...(!isPlain && { labels: labels.map(({ labelId, ...given }: GivenLabel) => ({ category_id: categoryIds.get(labelId), ...given })) })
  }
  return Object.keys(own).length > 0 ? own : null
}
