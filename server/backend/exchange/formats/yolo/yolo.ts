import type { Shape } from '../../../../../shared/contracts/shapes.ts'
import { clipRing } from '../../../../../shared/geometry/clip.ts'
import { corners, enclosingBox, outline, type Vertex } from '../../../../../shared/geometry/outline.ts'
import { type ByteSource, type ImageSize, lines, numberOf, quoted, type ReadingOptions } from '../../../files/reading.ts'
import { byImage } from '../../by-image.ts'
import type { DatasetAnnotation, DatasetEntry, DatasetImage, DatasetSource, ExchangeFile } from '../../dataset.ts'
import { finding } from '../../finding.ts'
import { fitShape } from '../../fit.ts'
import { flatOfShape, shapeOfFlat } from '../../flat-shapes.ts'
import type { LossTally } from '../../losses.ts'
import { scored } from '../../score.ts'
import { boxOnImage } from '../coco/shapes.ts'
import { stemOf } from '../voc/voc.ts'

/** Content of a line: a box, the four corners of a rotated box, or a polygon. Lines of other lengths are not read. */
export type YoloTask = 'detect' | 'obb' | 'segment'

export interface YoloImage {
  fileName: string
  /** Width in pixels; null when unknown. Shapes cannot be converted to pixels without the size. */
  width: number | null
  height: number | null
}

/** Yields the labels of a dataset. Their ids are the class numbers. */
export function* yoloLabels(names: readonly string[]): Generator<DatasetEntry> {
  for (const [index, name] of names.entries()) yield { kind: 'label', label: { id: String(index), name, path: [] } }
}

export interface YoloReading extends ReadingOptions {
  task: YoloTask
  /** True when the length of a line decides its task. `task` then applies only to lines with four corners. */
  byLength?: boolean
  /** True when lines may end with their confidence and track number. */
  hasTracks?: boolean
  /** Number of keypoint values in a line, after its box. It takes precedence over the length of the line. */
  keypointNumbers?: number
  classes: number
  path?: string
}

/**
 * Reads a label file, which describes one image. The image provides the size. Without a size, each line becomes an annotation without a shape. An
 * extra number at the end of a line is a confidence. Keypoints become findings.
 */
export async function* readYolo(
  source: ByteSource,
  image: YoloImage,
  { task, byLength = false, hasTracks = false, keypointNumbers = 0, classes, ...options }: YoloReading
): AsyncGenerator<DatasetEntry, void, undefined> {
  const { fileName, width, height } = image
  yield { kind: 'image', image: { fileName, width, height } }
  const size = width && height ? { width, height } : null
  for await (const { number: row, text, cut } of lines(source, options)) {
    if (text.trim() === '') continue
    const place = { row, ...(options.path !== undefined && { path: options.path }) }
    const cells = text.trim().split(/\s+/)
    const numbers = cells.map(numberOf)
    const faulty = numbers.indexOf(null)
    const [label = -1, ...rest] = numbers as number[]
    if (cut || faulty >= 0) {
      yield finding(false, cut ? 'The line is longer than 1 MiB' : `${quoted(cells[faulty] ?? '')} is not a number`, {
        ...place,
        column: String(faulty + 1)
      })
      continue
    }
    if (!Number.isInteger(label) || label < 0 || label >= classes) {
      yield finding(false, `There is no class ${label}: the dataset has ${classes}, counted from 0`, { ...place, column: '1' })
      continue
    }
    if (!size) {
      yield { kind: 'annotation', annotation: { fileName, shape: null, labels: [{ labelId: String(label) }], attributes: [] }, place }
      continue
    }
    const pose = keypointNumbers > 0 ? poseOf(rest, keypointNumbers) : null
    const hasKeypoints = pose !== null && rest.length >= 4 + keypointNumbers
    const isPoseSet = keypointNumbers > 0 && byLength
    const track = pose ? pose.track : hasTracks && endsWithTrack(rest) ? rest.pop() : undefined
    const kind = byLength ? taskOf(rest.length, task) : task
    const read = pose ? shapeOf(pose.numbers, size, 'detect') : isPoseSet ? null : shapeOf(rest, size, kind)
    if (!read) {
      const ofLength = isPoseSet ? 'not a pose of this dataset' : 'neither a box, a rotated box nor a polygon'
      const why = byLength ? ofLength : `not of the kind “${task}”`
      const held = cells.length === 1 ? '1 number' : `${cells.length} numbers`
      yield finding(false, `A line with ${held} is ${why}`, { ...place, column: String(cells.length) })
      continue
    }
    const fitted = fitShape(read.shape, size)
    if ('refusal' in fitted) {
      yield finding(false, fitted.refusal, { ...place, column: '2' })
      continue
    }
    if (fitted.change) yield finding(true, fitted.change, { ...place, column: '2' })
    if (hasKeypoints) yield finding(true, 'The keypoints were left out', { ...place, column: '6' })
    const labels = [{ labelId: String(label), ...scored(read.confidence) }]
    const annotation = { fileName, shape: fitted.shape, labels, attributes: [], ...(track !== undefined && { track: String(track) }) }
    yield { kind: 'annotation', annotation, place }
  }
}

/** True when the numbers end with a track number. If so, their count is even and at least six, and the last is whole and not 0. */
function endsWithTrack(rest: number[]): boolean {
  return rest.length >= 6 && rest.length % 2 === 0 && Number.isInteger(rest.at(-1)) && rest.at(-1) !== 0
}

/**
 * Box of a pose line, with its confidence and track. Both follow the keypoints, or the box if there are no keypoints. A single whole number above 1
 * is a track. Source: Ultralytics, `Results.save_txt`.
 * @returns null when the line has too few or too many numbers, or an invalid track number
 */
function poseOf(rest: number[], keypointNumbers: number): { numbers: number[]; track?: number } | null {
  const end = rest.length >= 4 + keypointNumbers ? 4 + keypointNumbers : 4
  const [first, second, ...more] = rest.slice(end)
  if (rest.length < 4 || more.length > 0) return null
  const box = rest.slice(0, 4)
  if (first === undefined) return { numbers: box }
  if (second !== undefined) return Number.isInteger(second) && second > 0 ? { numbers: [...box, first], track: second } : null
  return Number.isInteger(first) && first > 1 ? { numbers: box, track: first } : { numbers: [...box, first] }
}

/** Task of a line, by the number of values after its class. */
function taskOf(count: number, ofCorners: YoloTask): YoloTask {
  if (count <= 5) return 'detect'
  return count === 8 || count === 9 ? ofCorners : 'segment'
}

function shapeOf(fractions: number[], { width, height }: ImageSize, task: YoloTask): { shape: Shape; confidence?: number } | null {
  const inPixels = (list: number[]) => list.map((fraction, index) => fraction * (index % 2 === 0 ? width : height))
  if (task === 'detect') {
    if (fractions.length !== 4 && fractions.length !== 5) return null
    const [x = 0, y = 0, across = 0, down = 0] = inPixels(fractions.slice(0, 4))
    const [, , , , confidence] = fractions
    return {
      shape: { kind: 'box', x: x - across / 2, y: y - down / 2, width: across, height: down },
      ...(confidence !== undefined && { confidence })
    }
  }
  if (task === 'obb') {
    const shape = fractions.length === 8 || fractions.length === 9 ? shapeOfFlat('rectangle', inPixels(fractions.slice(0, 8))) : null
    const confidence = fractions[8]
    return shape && { shape, ...(confidence !== undefined && { confidence }) }
  }
  const isSure = fractions.length % 2 === 1
  const shape = shapeOfFlat('polygon', inPixels(isSure ? fractions.slice(0, -1) : fractions))
  const confidence = isSure ? fractions.at(-1) : undefined
  return shape && { shape, ...(confidence !== undefined && { confidence }) }
}

const dataYamlNote = `# The images belong in images/train beside this file. No image is held back for validation: give val a folder of its own.
`

/**
 * Writes `data.yaml` and a label file for each image. Class numbers follow the order of the labels, which must not change between exports. The
 * folders are beside `data.yaml`, because it has no `path`. Source: docs.ultralytics.com, "Dataset YAML", which requires both `train` and `val`.
 */
export async function* writeYolo(
  source: DatasetSource,
  losses: LossTally,
  { task, signal }: { task: YoloTask; signal?: AbortSignal }
): AsyncGenerator<ExchangeFile, void, undefined> {
  const classes = new Map(source.labels.map(({ id }, index) => [id, index]))
  if (source.labels.some(({ path }) => path.length > 0)) losses.add('The label tree became a flat list of names')
  const names = source.labels.map(({ name }, index) => `  ${index}: ${JSON.stringify(name)}\n`).join('')
  const subsets = 'train: images/train\nval: images/train\n'
  yield { path: 'data.yaml', text: `${dataYamlNote}${subsets}task: ${task}\nnames:\n${names}` }
  const stems = new Map<string, number>()
  for await (const { image, annotations } of byImage(source, losses, signal)) {
    const text = annotations.map(annotation => lineOf(annotation, image, classes, task, losses.of(annotation))).join('')
    const stem = stemOf(image.fileName, stems)
    if (!image.fileName.startsWith(`${stem}.`)) losses.of(image).add(otherName)
    yield { path: `labels/train/${stem}.txt`, text }
  }
}

function lineOf(
  annotation: DatasetAnnotation,
  image: DatasetImage,
  classes: Map<string, number>,
  task: YoloTask,
  losses: LossTally
): string {
  const { shape, labels, attributes, confidence, track } = annotation
  const { width, height } = image
  const number = classes.get(labels[0]?.labelId ?? '')
  if (!width || !height) losses.leaveOut('An annotation of an image of unknown size was left out')
  else if (!shape) losses.leaveOut('A label of the whole image was left out')
  else if (number === undefined) losses.leaveOut('An annotation without a label was left out')
  else if (shape.kind === 'point' || shape.kind === 'line') losses.leaveOut('A point or a line was left out')
  else {
    if (labels.length > 1) losses.add('All labels of an annotation but the first were left out')
    if (labels.some(({ annotator, at }) => annotator || at)) losses.add('The author and time of a label were left out')
    if (confidence !== undefined || labels[0]?.confidence !== undefined) losses.add('A confidence was left out')
    if (attributes.length > 0) losses.add('The attributes of an annotation were left out')
    if (track !== undefined) losses.add('A track across several images was left out')
    const pixels = numbersFor(shape, task, { width, height }, losses)
    if (!pixels) return ''
    const fractions = pixels.map((value, index) => share(value, index % 2 === 0 ? width : height))
    const written = task === 'detect' ? centred(fractions) : fractions
    return `${[number, ...written.map(value => value.toFixed(9))].join(' ')}\n`
  }
  return ''
}

const otherName = 'The name of a label file differs from that of its image: rename the image to match, so that programs find the file'

const share = (value: number, side: number) => Math.min(Math.max(value / side, 0), 1)

/** True for a ring that extends beyond the image by more than rounding errors. */
const isOver = (ring: readonly Vertex[], { width, height }: ImageSize) =>
  ring.some(([x, y]) => x < -1e-6 || y < -1e-6 || x > width + 1e-6 || y > height + 1e-6)

const cutThere = 'A shape that extends beyond its image was cut at the edge'
const outside = 'A shape outside its image was left out'

/**
 * Numbers of a shape: two opposite corners for `detect`, otherwise all vertices; null for a shape outside its image. Ultralytics excludes an image
 * from training when a number is outside 0 to 1. A rotated box beyond the edge becomes its bounding box, because a clipped one would not be a
 * rectangle.
 * Source: ultralytics/data/utils.py, `verify_image_label`.
 */
function numbersFor(shape: Shape, task: YoloTask, size: ImageSize, losses: LossTally): number[] | null {
  if (task === 'segment') {
    if (shape.kind !== 'polygon') losses.add('A shape that was not a polygon became one')
    if (shape.kind === 'polygon' && shape.holes?.length) losses.add('The holes of a polygon were left out')
    const ring = outline(shape)
    if (!isOver(ring, size)) return ring.flat()
    const onImage = clipRing(ring, { x: 0, y: 0, ...size })
    if (onImage.length < 3) losses.leaveOut(outside)
    else losses.add(cutThere)
    return onImage.length < 3 ? null : onImage.flat()
  }
  const around = enclosingBox(shape)
  const isOverEdge = isOver(corners(around), size)
  const isTurned = task === 'obb' && shape.kind === 'rotatedBox' && !isOver(corners(shape), size)
  const box = isOverEdge ? boxOnImage(around, size) : around
  if (box.width <= 0 || box.height <= 0) {
    losses.leaveOut(outside)
    return null
  }
  if (!isTurned && shape.kind !== 'box') losses.add('A shape was replaced by its bounding box')
  if (!isTurned && isOverEdge) losses.add(cutThere)
  if (task === 'obb') return isTurned ? flatOfShape(shape).numbers : corners(box).flat()
  return [box.x, box.y, box.x + box.width, box.y + box.height]
}

function centred([left = 0, top = 0, right = 0, bottom = 0]: number[]): number[] {
  return [(left + right) / 2, (top + bottom) / 2, right - left, bottom - top]
}
