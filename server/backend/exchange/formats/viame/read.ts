import type { Shape } from '../../../../../shared/contracts/shapes.ts'
import type { Vertex } from '../../../../../shared/geometry/outline.ts'
import { type CsvRow, csvRows } from '../../../files/csv.ts'
import { type ByteSource, NotThisFormat, numberOf, quoted, type ReadingOptions, seenNames } from '../../../files/reading.ts'
import type { AttributeValue, DatasetAnnotation, DatasetEntry, GivenLabel } from '../../dataset.ts'
import { finding } from '../../finding.ts'
import { fitShape } from '../../fit.ts'
import { samplePointAttribute } from '../../kept-attributes.ts'
import { scored } from '../../score.ts'
import { opened } from '../coco/shapes.ts'

/**
 * Reads VIAME CSV: one detection per row, no header row, pairs of species and confidence from column 10, then tokens. The detection or track number
 * of column 1 becomes the track; column 9 (length) becomes the attribute `(length)`. Tokens other than `(atr)`, `(poly)` and `(hole)` become
 * attributes with their prefix, such as `(kp) head`. A confidence of -1 counts as missing. Source: VIAME documentation, "VIAME CSV".
 * @throws NotThisFormat when the first rows are not detections
 */
export async function* readViame(source: ByteSource, options: ReadingOptions = {}): AsyncGenerator<DatasetEntry, void, undefined> {
  const frames = new Map<string, number>()
  const images = seenNames('pictures')
  const labels = seenNames('labels')
  let anyTaken = false
  let refusedBefore = 0
  for await (const row of csvRows(source, { ...options, comments: true })) {
    if ('fault' in row) {
      yield finding(false, row.fault, { row: row.row })
      continue
    }
    const first = row.cells[0] ?? ''
    if (row.cells.length === 1 && first.startsWith('#')) {
      yield { kind: 'note', text: first }
      continue
    }
    const read = detectionOf(row)
    if ('message' in read) {
      // A table of another kind does not begin with detections. A single refusal is better than a thousand findings.
      if (!anyTaken && ++refusedBefore >= 20) throw new NotThisFormat(notViame)
      yield finding(false, read.message, { row: row.row, column: read.column })
      continue
    }
    anyTaken = true
    const { annotation, frame, dropped } = read
    const fitted = fitShape(annotation.shape, options.sizeOf?.(annotation.fileName) ?? null)
    if ('refusal' in fitted) {
      yield finding(false, fitted.refusal, { row: row.row, column: 'bounding box' })
      continue
    }
    if (images.add(annotation.fileName)) {
      frames.set(annotation.fileName, frame)
      const size = options.sizeOf?.(annotation.fileName) ?? null
      yield { kind: 'image', image: { fileName: annotation.fileName, width: size?.width ?? null, height: size?.height ?? null, frame } }
    } else if (frames.get(annotation.fileName) !== frame) {
      const known = frames.get(annotation.fileName)
      yield finding(true, `${quoted(annotation.fileName)} was frame ${known} before and is frame ${frame} here`, {
        row: row.row,
        column: '3'
      })
    }
    for (const { labelId } of annotation.labels) {
      if (labels.add(labelId)) yield { kind: 'label', label: { id: labelId, name: labelId, path: [] } }
    }
    if (fitted.change) yield finding(true, fitted.change, { row: row.row, column: 'bounding box' })
    for (const [column, message] of dropped) yield finding(true, message, { row: row.row, column })
    yield { kind: 'annotation', annotation: { ...annotation, shape: fitted.shape }, place: { row: row.row } }
  }
  if (!anyTaken && refusedBefore > 0) throw new NotThisFormat(notViame)
}

const notViame = 'This is not a VIAME CSV: no row begins with detection number, image, frame and the four sides of a box'

interface Detection {
  annotation: DatasetAnnotation & { shape: Shape }
  frame: number
  /** Parts of the row that were left out or corrected, by column. */
  dropped: [column: string, message: string][]
}

interface Refusal {
  message: string
  column: string
}

function detectionOf({ cells }: CsvRow): Detection | Refusal {
  const refuse = (column: string, message: string): Refusal => ({ column, message })
  if (cells.length < 9) return refuse(String(cells.length), `A detection needs at least 9 cells, but this row has ${cells.length}`)
  const [id = '', fileName = '', frameText = ''] = cells
  if (!/^\s*-?\d{1,18}\s*$/.test(id)) return refuse('1', `The detection or track number ${quoted(id)} is not a whole number`)
  if (fileName.trim() === '') return refuse('2', 'The image name is missing')
  const frame = numberOf(frameText)
  if (frame === null || !Number.isSafeInteger(frame)) return refuse('3', `The frame ${quoted(frameText)} is not a whole number`)
  const sides: number[] = []
  for (let column = 3; column < 7; column++) {
    const side = numberOf(cells[column])
    if (side === null) return refuse(String(column + 1), `The side of the box ${quoted(cells[column] ?? '')} is not a number`)
    sides.push(side)
  }
  const dropped: Detection['dropped'] = []
  const [left = 0, top = 0, right = 0, bottom = 0] = sides
  if (right < left || bottom < top) dropped.push(['4', 'The corners of the box were swapped: this was corrected'])
  if (numberOf(cells[7]) === null) return refuse('8', `The confidence ${quoted(cells[7] ?? '')} is not a number`)
  const length = numberOf(cells[8])
  const attributes: [string, AttributeValue][] = []
  if (length === null && cells[8]?.trim()) dropped.push(['9', `The length ${quoted(cells[8])} is not a number: it was left out`])
  if (length !== null && length !== -1) attributes.push(['(length)', length])

  const labels: GivenLabel[] = []
  let at = 9
  for (; at < cells.length && !cells[at]?.trimStart().startsWith('('); at += 2) {
    const labelId = cells[at]?.trim() ?? ''
    if (labelId === '') continue
    labels.push({ labelId, ...scoreOf(cells[at + 1]) })
  }
  const [x, y] = [Math.min(left, right), Math.min(top, bottom)]
  let shape: Shape = { kind: 'box', x, y, width: Math.abs(right - left), height: Math.abs(bottom - top) }
  const holes: Vertex[][] = []
  for (; at < cells.length; at++) {
    const token = cells[at]?.trim() ?? ''
    const [, mark = '', rest = ''] = /^\((?:\+(?=poly))?(poly|hole|atr)\)\s*(.*)$/s.exec(token) ?? []
    if (mark === 'poly' || mark === 'hole') {
      const ring = ringOf(rest)
      if (!ring) return refuse(String(at + 1), `${quoted(token)} is not a list of points`)
      if (mark === 'hole') holes.push(ring)
      else if (shape.kind === 'polygon') dropped.push([String(at + 1), 'A further polygon of the detection was left out'])
      else shape = { kind: 'polygon', points: ring }
    } else {
      const entry = mark === 'atr' ? attributeOf(rest) : token === '' ? null : markedAttribute(token)
      if (entry) attributes.push(entry)
    }
  }
  if (shape.kind === 'box' && isSamplePoint(shape, attributes)) shape = { kind: 'point', x: x + 0.5, y: y + 0.5 }
  if (shape.kind === 'polygon' && holes.length > 0) shape = { ...shape, holes }
  return { annotation: { fileName, shape, labels, ...scoreOf(cells[7]), attributes, track: id.trim() }, frame, dropped }
}

/** True for a sample point in an export from Isobath. VIAME has no points, so the sample point is a box of one pixel. */
function isSamplePoint({ width, height }: { width: number; height: number }, attributes: Detection['annotation']['attributes']): boolean {
  const isPixel = Math.abs(width - 1) < 1e-5 && Math.abs(height - 1) < 1e-5
  return isPixel && attributes.some(([name]) => name === samplePointAttribute)
}

/** Confidence from a cell; -1 counts as missing. */
const scoreOf = (cell: string | undefined) => (numberOf(cell) === -1 ? {} : scored(cell?.trim()))

function ringOf(text: string): Vertex[] | null {
  const numbers = text.split(/\s+/).filter(Boolean).map(numberOf)
  if (numbers.length % 2 !== 0) return null
  const ring: Vertex[] = []
  for (let at = 0; at < numbers.length; at += 2) {
    const [x, y] = [numbers[at], numbers[at + 1]]
    if (x == null || y == null) return null
    ring.push([x, y])
  }
  return opened(ring)
}

/** Attribute from `key value`: the key ends at the first space. */
function attributeOf(text: string): [string, AttributeValue] {
  const space = text.indexOf(' ')
  return space < 0 ? [text, ''] : [text.slice(0, space), text.slice(space + 1)]
}

/** Attribute from a token with a prefix: `(kp) head 12 13` → `(kp) head`: `12 13`; `(note) text` → `(note)`: `text`. */
function markedAttribute(token: string): [string, AttributeValue] {
  const keyed = /^(\((?:kp|trk-atr)\) \S+)\s+(.*)$/s.exec(token)
  if (keyed) return [keyed[1] ?? '', keyed[2] ?? '']
  const plain = /^(\([^)]*\))\s*(.*)$/s.exec(token)
  return plain ? [plain[1] ?? '', plain[2] ?? ''] : [token, '']
}
