import type { Shape } from '../../../../../shared/contracts/shapes.ts'
import { idOf, isObject, type JsonObject, readJson, sideOf, textOf } from '../../../files/json.ts'
import { type ByteSource, type ImageSize, NotThisFormat, type ReadingOptions } from '../../../files/reading.ts'
import { type AttributeValue, type DatasetAnnotation, type DatasetEntry, type GivenLabel, machineOrigins } from '../../dataset.ts'
import { finding } from '../../finding.ts'
import { fitShape } from '../../fit.ts'
import { imageFacts } from '../../image-facts.ts'
import { scored } from '../../score.ts'
import { timeOf } from '../../times.ts'
import { cocoOfResults } from './results.ts'
import { cocoShapes, placeOfShape } from './shapes.ts'

interface KnownImage {
  fileName: string
  size: ImageSize | null
}

interface Known {
  images: Map<string, KnownImage>
  categories: Set<string>
  /** Ids of earlier annotations. */
  ids: Set<string>
  ownShape(isobath: unknown): Shape | null
}

/**
 * Reads COCO JSON, or a bare list of results: boxes, polygons and masks (compressed or not). Each part of an object becomes an annotation, and
 * keypoints become findings. Source: cocodataset.org, "Data format"; maskApi.c for run lengths.
 * @throws NotThisFormat without lists of images and annotations, for invalid JSON, or for a file larger than 128 MiB
 */
export async function* readCoco(source: ByteSource, options: ReadingOptions = {}): AsyncGenerator<DatasetEntry, void, undefined> {
  const read = await readJson(source, options)
  const file = Array.isArray(read) ? cocoOfResults(read, options.nameOf) : read
  if (!isObject(file) || !Array.isArray(file.images) || !Array.isArray(file.annotations))
    throw new NotThisFormat('This is not a COCO file: it has no lists “images” and “annotations”')
  const categories = new Set<string>()
  yield* categoryEntries(Array.isArray(file.categories) ? file.categories : [], categories)
  const images = new Map<string, KnownImage>()
  const isOurs = file.annotations.some(annotation => isObject(annotation) && annotation.isobath !== undefined)
  yield* imageEntries(file.images, images, { ...options, isOurs })
  const ownShape = isOurs ? (await import('./own-shape.ts')).ownShape : () => null // loaded on demand, because the schema library is slow to load
  const known: Known = { images, categories, ids: new Set(), ownShape }
  for (const [index, annotation] of file.annotations.entries()) {
    if (index % 1000 === 0) options.signal?.throwIfAborted()
    yield* annotationEntries(annotation, file === read ? `/annotations/${index}` : `/${index}`, known)
  }
}

function* categoryEntries(list: readonly unknown[], categories: Set<string>): Generator<DatasetEntry> {
  for (const [index, category] of list.entries()) {
    const path = `/categories/${index}`
    const id = isObject(category) ? idOf(category.id) : null
    const name = isObject(category) ? textOf(category.name) : null
    if (!isObject(category) || id === null || name === null) {
      yield finding(false, 'A category needs an id and a name', { path })
    } else if (categories.has(id)) {
      yield finding(false, `The id ${id} belongs to an earlier category`, { path: `${path}/id` })
    } else {
      categories.add(id)
      const above = textOf(category.supercategory)
      yield { kind: 'label', label: { id, name, path: above && above !== name ? above.split(' > ') : [] } }
    }
  }
}

function* imageEntries(
  list: readonly unknown[],
  images: Map<string, KnownImage>,
  { sizeOf, isOurs }: ReadingOptions & { isOurs: boolean }
): Generator<DatasetEntry> {
  for (const [index, image] of list.entries()) {
    const path = `/images/${index}`
    const id = isObject(image) ? idOf(image.id) : null
    const fileName = isObject(image) ? textOf(image.file_name)?.replaceAll('\\', '/') : null
    if (!isObject(image) || id === null || !fileName) {
      yield finding(false, 'An image needs an id and a file_name', { path })
      continue
    }
    if (images.has(id)) {
      yield finding(false, `The id ${id} belongs to an earlier image`, { path: `${path}/id` })
      continue
    }
    const [width, height] = [sideOf(image.width), sideOf(image.height)]
    const size = width && height ? { width, height } : (sizeOf?.(fileName) ?? null)
    images.set(id, { fileName, size })
    const raw = { eventDate: image.date_captured || undefined }
    const { facts, findings } = imageFacts(raw, { path, image: fileName }, isOurs) // older versions wrote UTC without its zone
    yield* findings
    yield { kind: 'image', image: { fileName, width: size?.width ?? null, height: size?.height ?? null, ...facts }, place: { path } }
  }
}

const notFound = (noun: 'image' | 'category', id: string | null): string =>
  id === null ? `The annotation has no valid ${noun}_id` : `There is no ${noun} ${id}`

function* annotationEntries(annotation: unknown, path: string, { images, categories, ids, ownShape }: Known): Generator<DatasetEntry> {
  if (!isObject(annotation)) return yield finding(false, 'An annotation must be an object', { path })
  const imageId = idOf(annotation.image_id)
  const image = images.get(imageId ?? '')
  if (!image) return yield finding(false, notFound('image', imageId), { path: `${path}/image_id` })
  const category = idOf(annotation.category_id)
  if (category === null || !categories.has(category))
    return yield finding(false, notFound('category', category), { path: `${path}/category_id` })
  const read = cocoShapes(annotation, ownShape(annotation.isobath), image.size)
  if ('refusal' in read) return yield finding(false, read.refusal, { path: `${path}/${read.field}` })
  for (const change of read.changes) yield finding(true, change, { path: `${path}/segmentation` })
  if (hasKeypoints(annotation)) yield finding(true, 'The keypoints were left out', { path: `${path}/keypoints` })
  if (read.shapes.length > 1)
    yield finding(true, `It has ${read.shapes.length} parts, each of which became an annotation`, { path: `${path}/segmentation` })

  const own = isObject(annotation.isobath) ? annotation.isobath : {}
  const givenId = idOf(own.id) ?? idOf(annotation.id)
  const id = givenId !== null && !ids.has(givenId) ? givenId : null
  if (id !== null) ids.add(id)
  else if (givenId !== null)
    yield finding(true, `The id ${givenId} belongs to an earlier annotation: it was left out`, { path: `${path}/id` })
  const track = textOf(own.track) ?? idOf(annotation.track_id)
  const rest: Omit<DatasetAnnotation, 'id' | 'shape'> = {
    fileName: image.fileName,
    labels: ownLabels(own, categories) ?? [{ labelId: category, ...scored(annotation.score ?? annotation.confidence) }],
    attributes: attributesOf(annotation),
    ...scored(own.confidence),
    ...(track !== null && { track })
  }
  for (const [index, shape] of read.shapes.entries()) {
    const fitted = fitShape(shape, image.size)
    const ofShape = { path: `${path}/${placeOfShape(annotation)}` }
    if ('refusal' in fitted) {
      yield finding(false, fitted.refusal, ofShape)
      continue
    }
    if (fitted.change) yield finding(true, fitted.change, ofShape)
    const part = { ...(id && { id: index === 0 ? id : `${id}.${index + 1}` }), ...rest, shape: fitted.shape }
    yield { kind: 'annotation', annotation: part, place: { path } }
  }
}

/** True when at least one keypoint is labelled. A keypoint consists of three numbers, all 0 when it is unlabelled. */
const hasKeypoints = ({ keypoints }: JsonObject) => Array.isArray(keypoints) && keypoints.some(number => number !== 0)

/**
 * Reads all labels of an annotation written by Isobath. Plain COCO has only one label, without author or time. Null when there are no such labels, or
 * one of them is invalid.
 */
function ownLabels({ labels }: JsonObject, categories: Set<string>): GivenLabel[] | null {
  if (!Array.isArray(labels) || labels.length === 0) return null
  const given: GivenLabel[] = []
  for (const label of labels) {
    const labelId = isObject(label) ? idOf(label.category_id) : null
    if (!isObject(label) || labelId === null || !categories.has(labelId)) return null
    const annotator = isObject(label.annotator) ? label.annotator : null
    const origin = machineOrigins.find(each => each === label.origin)
    const [id, name, at] = [idOf(annotator?.id), textOf(annotator?.name), timeOf(label.at)]
    given.push({
      labelId,
      ...scored(label.confidence),
      ...(id && name && { annotator: { id, name, ...(annotator?.machine === true && { machine: true }) } }),
      ...(at && { at }),
      ...(origin && { origin })
    })
  }
  return given
}

function attributesOf({ attributes, iscrowd, caption }: JsonObject): [string, AttributeValue][] {
  const list = [...(textOf(caption) ? [['caption', caption] as const] : []), ...(isObject(attributes) ? Object.entries(attributes) : [])]
  const read = list.flatMap(([name, value]): [string, AttributeValue][] => {
    if (value === null || value === undefined) return []
    return [[name, typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : JSON.stringify(value)]]
  })
  return iscrowd === 1 ? [...read, ['iscrowd', true]] : read
}
