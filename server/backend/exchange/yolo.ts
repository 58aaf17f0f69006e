import type { Shape } from '../../../shared/contracts/shapes.ts'
import { corners, enclosingBox, outline } from '../../../shared/geometry/outline.ts'
import { byImage } from './by-image.ts'
import type { DatasetAnnotation, DatasetEntry, DatasetImage, DatasetSource, ExchangeFile } from './dataset.ts'
import { fitShape } from './fit.ts'
import { flatOfShape, shapeOfFlat } from './flat-shapes.ts'
import type { LossTally } from './losses.ts'
import { type ByteSource, finding, type ImageSize, lines, NotThisFormat, numberOf, quoted, type ReadingOptions } from './reading.ts'
import { stemOf } from './voc.ts'

/** What the lines of a data set hold: a box, four corners of a turned box, or a polygon. Lines of another length are not read. */
export type YoloTask = 'detect' | 'obb' | 'segment'

export interface YoloImage {
  fileName: string
  /** null: not known, so that there are no pixels for its shapes. */
  width: number | null
  height: number | null
}

const mostClasses = 100_000

/**
 * Class names of a `data.yaml`: a list `[a, b]`, lines of `- a`, or lines of `0: a` under `names:`. Not all of YAML: anchors, tags
 * and texts over several lines are not read.
 * @throws NotThisFormat when there are no names
 */
export function readYoloNames(yaml: string): string[] {
  const rows = yaml.split(/\r?\n/)
  const start = rows.findIndex(row => /^names\s*:/.test(row))
  if (start < 0) throw new NotThisFormat('This is not the data.yaml of a YOLO data set: it has no “names”')
  const inline = /^names\s*:\s*\[(.*)\]\s*(?:#.*)?$/.exec(rows[start] ?? '')?.[1]
  const names: string[] = []
  if (inline !== undefined) {
    for (const [part] of inline.matchAll(/\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]+)/g)) if (part.trim()) names.push(yamlText(part))
  } else {
    for (const row of rows.slice(start + 1)) {
      if (/^\s*(#.*)?$/.test(row)) continue
      const [, index, item] = /^\s*(?:(\d+)\s*:|-)\s+(.*)$/.exec(row) ?? []
      if (item === undefined || (index === undefined && !row.trimStart().startsWith('-'))) break
      const at = index === undefined ? names.length : Number(index)
      if (at < mostClasses) names[at] = yamlText(item)
    }
  }
  if (names.length === 0) throw new NotThisFormat('This is not the data.yaml of a YOLO data set: “names” is empty')
  return Array.from(names, (name, index) => name ?? `class ${index}`)
}

function yamlText(text: string): string {
  const trimmed = text.trim()
  if (trimmed.startsWith('"')) {
    const quotedPart = /^"(?:[^"\\]|\\.)*"/.exec(trimmed)?.[0] ?? ''
    try {
      return String(JSON.parse(quotedPart))
    } catch {
      return trimmed
    }
  }
  if (trimmed.startsWith("'")) return (/^'((?:[^']|'')*)'/.exec(trimmed)?.[1] ?? trimmed).replaceAll("''", "'")
  return trimmed.replace(/\s+#.*$/, '')
}

/** Labels of a data set, whose ids are the class numbers. */
export function* yoloLabels(names: readonly string[]): Generator<DatasetEntry> {
  for (const [index, name] of names.entries()) yield { kind: 'label', label: { id: String(index), name, path: [] } }
}

/** One label file, which is one picture: its size comes from the picture, and without it its lines are only counted. A last number of a box line is its confidence. */
export async function* readYolo(
  source: ByteSource,
  image: YoloImage,
  { task, classes, ...options }: ReadingOptions & { task: YoloTask; classes: number; path?: string }
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
      yield finding(false, `There is no class ${label}: the data set has ${classes}, counted from 0`, { ...place, column: '1' })
      continue
    }
    if (!size) {
      yield { kind: 'annotation', annotation: { fileName, shape: null, labels: [{ labelId: String(label) }], attributes: [] }, place }
      continue
    }
    const read = shapeOf(rest, size, task)
    if (!read) {
      yield finding(false, `A line with ${cells.length} numbers is not of the kind “${task}”`, { ...place, column: String(cells.length) })
      continue
    }
    const fitted = fitShape(read.shape, size)
    if ('refusal' in fitted) {
      yield finding(false, fitted.refusal, { ...place, column: '2' })
      continue
    }
    if (fitted.change) yield finding(true, fitted.change, { ...place, column: '2' })
    const confidence = read.confidence !== undefined && read.confidence >= 0 && read.confidence <= 1 ? { confidence: read.confidence } : {}
    const labels = [{ labelId: String(label), ...confidence }]
    yield { kind: 'annotation', annotation: { fileName, shape: fitted.shape, labels, attributes: [] }, place }
  }
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
  const shape = shapeOfFlat('polygon', inPixels(fractions))
  return shape && { shape }
}

/** `data.yaml` and a label file for each picture, in the order of the labels: keep that order from one export to the next. */
export async function* writeYolo(
  source: DatasetSource,
  losses: LossTally,
  { task, subset = 'train', signal }: { task: YoloTask; subset?: string; signal?: AbortSignal }
): AsyncGenerator<ExchangeFile, void, undefined> {
  const classes = new Map(source.labels.map(({ id }, index) => [id, index]))
  if (source.labels.some(({ path }) => path.length > 0)) losses.add('The tree of labels is a plain list of names')
  const names = source.labels.map(({ name }, index) => `  ${index}: ${JSON.stringify(name)}\n`).join('')
  yield { path: 'data.yaml', text: `path: .\n${subset}: images/${subset}\nnames:\n${names}` }
  const stems = new Map<string, number>()
  for await (const { image, annotations } of byImage(source, losses, signal)) {
    const text = annotations.map(annotation => lineOf(annotation, image, classes, task, losses.of(annotation))).join('')
    yield { path: `labels/${subset}/${stemOf(image.fileName, stems)}.txt`, text }
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
  if (!width || !height) losses.leaveOut('An annotation of an image whose size is not known was left out')
  else if (!shape) losses.leaveOut('A label of the whole picture was left out')
  else if (number === undefined) losses.leaveOut('An annotation without a label was left out')
  else if (shape.kind === 'point' || shape.kind === 'line') losses.leaveOut('A point or a line was left out')
  else {
    if (labels.length > 1) losses.add('All labels of an annotation but the first were left out')
    if (labels.some(({ annotator, at }) => annotator || at)) losses.add('Who gave a label, and when, was left out')
    if (confidence !== undefined || labels[0]?.confidence !== undefined) losses.add('A confidence was left out')
    if (attributes.length > 0) losses.add('The attributes of an annotation were left out')
    if (track !== undefined) losses.add('A track over several pictures was left out')
    const fractions = numbersFor(shape, task, losses).map((value, index) => share(value, index % 2 === 0 ? width : height))
    const written = task === 'detect' ? centred(fractions) : fractions
    return `${[number, ...written.map(value => value.toFixed(9))].join(' ')}\n`
  }
  return ''
}

const share = (value: number, side: number) => Math.min(Math.max(value / side, 0), 1)

/** Two opposite corners for boxes, else all vertices. */
function numbersFor(shape: Shape, task: YoloTask, losses: LossTally): number[] {
  if (task === 'segment') {
    if (shape.kind !== 'polygon') losses.add('A shape that is no polygon became one')
    if (shape.kind === 'polygon' && shape.holes?.length) losses.add('The holes of a polygon were left out')
    return outline(shape).flat()
  }
  const box = enclosingBox(shape)
  const isTurned = task === 'obb' && shape.kind === 'rotatedBox'
  if (!isTurned && shape.kind !== 'box') losses.add('A shape became its enclosing box')
  if (task === 'obb') return isTurned ? flatOfShape(shape).numbers : corners(box).flat()
  return [box.x, box.y, box.x + box.width, box.y + box.height]
}

function centred([left = 0, top = 0, right = 0, bottom = 0]: number[]): number[] {
  return [(left + right) / 2, (top + bottom) / 2, right - left, bottom - top]
}
