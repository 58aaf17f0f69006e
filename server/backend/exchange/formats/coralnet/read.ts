import { type ByteSource, numberOf, quoted, type ReadingOptions, seenNames } from '../../../files/reading.ts'
import { namedRows } from '../../columns.ts'
import type { DatasetEntry, GivenLabel } from '../../dataset.ts'
import { finding } from '../../finding.ts'
import { fitShape } from '../../fit.ts'
import { timeOf } from '../../times.ts'

const suggestions = 5
const taken = /^(name|row|column|label( code| id)?|annotator|date annotated|machine (suggestion|confidence) \d+)$/

/**
 * Reads CoralNet CSV: sample points of percent cover in whole pixels, with `Row` counted from the top. A point is placed at the centre of its pixel.
 * An unlabelled point stays unlabelled. A machine label gets the confidence of the suggestion with the same label. `countedFrom` is 1 for files from
 * the early years of CoralNet. Other columns, such as `Comments`, become findings. Source: CoralNet help, "Importing annotations"; "Exporting
 * annotations".
 * @throws NotThisFormat when Name, Row or Column is missing
 */
export async function* readCoralNet(
  source: ByteSource,
  options: ReadingOptions & { countedFrom?: 0 | 1 } = {}
): AsyncGenerator<DatasetEntry, void, undefined> {
  const images = seenNames('pictures')
  const labels = seenNames('labels')
  const points = new Map<string, number>()
  const countedFrom = options.countedFrom ?? 0
  const unread = new Map<string, number>()
  for await (const entry of namedRows(source, 'a CoralNet CSV', ['name', 'row', 'column'], options)) {
    if ('kind' in entry) {
      yield entry
      continue
    }
    const { cell, row } = entry
    for (const column of entry.columns) if (!taken.test(column) && cell(column)) unread.set(column, (unread.get(column) ?? 0) + 1)
    const fileName = cell('name')
    if (!fileName) {
      yield finding(false, 'The image name is missing', { row, column: 'Name' })
      continue
    }
    const [down, right] = [pixelOf(cell('row')), pixelOf(cell('column'))]
    if (down === null || right === null) {
      const column = down === null ? 'Row' : 'Column'
      yield finding(false, `${quoted(cell(column.toLowerCase()))} is not a whole number of pixels`, { row, column })
      continue
    }
    const size = options.sizeOf?.(fileName) ?? null
    const [x, y] = [right - countedFrom + 0.5, down - countedFrom + 0.5]
    // A row equal to the height reveals a file that counts from 1. Moving the point to the edge would hide that all points are off by one.
    const outside = x < 0 || y < 0 || (size && (x > size.width || y > size.height))
    const fitted = fitShape({ kind: 'point', x, y }, size)
    if (outside || 'refusal' in fitted) {
      const where = size ? ` of ${size.width} × ${size.height} pixels` : ''
      yield finding(false, `The point is outside the image${where}`, {
        row,
        column: y < 0 || (size && y > size.height) ? 'Row' : 'Column'
      })
      continue
    }
    if (images.add(fileName)) yield { kind: 'image', image: { fileName, width: size?.width ?? null, height: size?.height ?? null } }
    const label = labelOf(cell)
    if (label && labels.add(label.labelId)) {
      const name = cell('label code') || cell('label') || label.labelId
      yield { kind: 'label', label: { id: label.labelId, name, path: [] } }
    }
    const samplePoint = points.get(fileName) ?? 0
    points.set(fileName, samplePoint + 1)
    yield {
      kind: 'annotation',
      annotation: { fileName, shape: fitted.shape, labels: label ? [label] : [], attributes: [], samplePoint },
      place: { row }
    }
  }
  for (const [column, count] of unread) yield finding(true, unreadWords(column, count), { column })
}

function unreadWords(column: string, count: number): string {
  const rows = count === 1 ? 'one row' : `${count.toLocaleString('en')} rows`
  return `The column ${quoted(column)} was left out: it has a value in ${rows}`
}

function pixelOf(text: string): number | null {
  const value = numberOf(text)
  return value !== null && Number.isInteger(value) ? value : null
}

/** Label of a row; null for an unlabelled point. The label ID takes precedence over the code. */
function labelOf(cell: (column: string) => string): GivenLabel | null {
  const code = cell('label code') || cell('label')
  const labelId = cell('label id') || code
  if (!labelId) return null
  const annotator = cell('annotator')
  const at = timeOf(cell('date annotated'))
  const confidence = machineConfidence(cell, code)
  return {
    labelId,
    ...(confidence !== null && { confidence }),
    ...(annotator && { annotator: { id: annotator, name: annotator, ...(annotator === 'robot' && { machine: true }) } }),
    ...(at && { at })
  }
}

/**
 * Machine confidence from 0 to 1, converted from the percentage in the file. Null for a label by a person, or without a valid confidence for that
 * label.
 */
function machineConfidence(cell: (column: string) => string, code: string): number | null {
  if (cell('annotator') !== 'robot') return null
  for (let number = 1; number <= suggestions; number++) {
    if (cell(`machine suggestion ${number}`) !== code) continue
    const percent = numberOf(cell(`machine confidence ${number}`))
    return percent !== null && percent >= 0 && percent <= 100 ? percent / 100 : null
  }
  return null
}
