import type { Shape } from '../../../../../shared/contracts/shapes.ts'
import { isObject, numbersOf } from '../../../files/json.ts'
import { type ByteSource, quoted, type ReadingOptions, seenNames } from '../../../files/reading.ts'
import { namedRows } from '../../columns.ts'
import type { AnnotationEntry, AttributeValue, DatasetEntry, GivenLabel } from '../../dataset.ts'
import { finding } from '../../finding.ts'
import { fitShape } from '../../fit.ts'
import { type FlatKind, shapeOfFlat } from '../../flat-shapes.ts'
import { imageFacts } from '../../image-facts.ts'
import { timeOf } from '../../times.ts'

/** Maximum number of labels collected for one annotation. Further consecutive rows of that annotation become another entry. */
const mostLabelsTogether = 1000

const kinds = new Map<string, FlatKind>([
  ['point', 'point'],
  ['linestring', 'line'],
  ['polygon', 'polygon'],
  ['circle', 'circle'],
  ['rectangle', 'rectangle'],
  ['ellipse', 'ellipse']
])

/**
 * Reads BIIGLE's CSV report of image annotations, which has one row per label. Shapes are recognised by name, because shape ids differ between
 * installations. When the rows of an annotation are scattered, they become several entries with the same id.
 * Source: BIIGLE manual, "Reports: image annotation CSV".
 * @throws NotThisFormat when the column for the file name, shape, points, label or annotation id is missing
 */
export async function* readBiigle(source: ByteSource, options: ReadingOptions = {}): AsyncGenerator<DatasetEntry, void, undefined> {
  const images = seenNames('pictures')
  const labels = seenNames('labels')
  const needed = ['filename', 'shape_name', 'points', 'label_name', 'annotation_id']
  let open = null as AnnotationEntry | null
  for await (const row of namedRows(source, 'a BIIGLE report of image annotations', needed, options)) {
    if ('kind' in row) {
      yield row
      continue
    }
    const { cell } = row
    const place = (column: string) => ({ row: row.row, column })
    const fileName = cell('filename')
    const labelName = cell('label_name')
    const id = cell('annotation_id')
    if (!fileName || !labelName || !id) {
      const column = !fileName ? 'filename' : !labelName ? 'label_name' : 'annotation_id'
      yield finding(false, 'The cell is empty', place(column))
      continue
    }
    const label = biigleLabel(cell)
    const size = options.sizeOf?.(fileName) ?? null
    const before = open?.annotation
    if (before?.id === id && before.fileName === fileName && before.labels.length < mostLabelsTogether) {
      yield* biigleLabelEntry(label.labelId, cell, labels)
      before.labels.push(label)
      continue
    }
    const read = shapeOf(cell('shape_name'), cell('points'))
    if ('refusal' in read) {
      yield finding(false, read.refusal, place(read.column))
      continue
    }
    const fitted = read.shape ? fitShape(read.shape, size) : { shape: null, change: null }
    if ('refusal' in fitted) {
      yield finding(false, fitted.refusal, place('points'))
      continue
    }
    if (open) yield open
    open = null
    if (images.add(fileName)) {
      const position = { decimalLongitude: cell('image_longitude'), decimalLatitude: cell('image_latitude') }
      const { facts, findings } = imageFacts(position, { row: row.row, image: fileName })
      yield* findings
      yield {
        kind: 'image',
        image: { fileName, width: size?.width ?? null, height: size?.height ?? null, ...facts },
        place: { row: row.row }
      }
    }
    yield* biigleLabelEntry(label.labelId, cell, labels)
    if (fitted.change) yield finding(true, fitted.change, place('points'))
    const attributes = attributesOf(cell('attributes'))
    if (!attributes) yield finding(true, 'The attributes are not a JSON object: they were left out', place('attributes'))
    const annotation = { id, fileName, shape: fitted.shape, labels: [label], attributes: attributes ?? [] }
    open = { kind: 'annotation', annotation, place: { row: row.row } }
  }
  if (open) yield open
}

type Cell = (column: string) => string

/** Label of a row, with its author and time. */
export function biigleLabel(cell: Cell): GivenLabel {
  const labelId = cell('label_id') || cell('label_hierarchy') || cell('label_name')
  const name = [cell('firstname'), cell('lastname')].filter(Boolean).join(' ')
  const id = cell('user_id') || name
  const at = timeOf(cell('created_at'))
  return { labelId, ...(id && { annotator: { id, name: name || id } }), ...(at && { at }) }
}

/** Yields an entry for a label that has not occurred before. */
export function* biigleLabelEntry(id: string, cell: Cell, labels: ReturnType<typeof seenNames>): Generator<DatasetEntry> {
  if (!labels.add(id)) return
  const name = cell('label_name')
  const hierarchy = cell('label_hierarchy')
  // The name itself may contain ` > `; the path is the text before the name.
  const above = hierarchy.endsWith(` > ${name}`) ? hierarchy.slice(0, -name.length - 3) : ''
  yield { kind: 'label', label: { id, name, path: above ? above.split(' > ') : [] } }
}

function shapeOf(shapeName: string, points: string): { shape: Shape | null } | { refusal: string; column: string } {
  if (/^whole ?frame$/i.test(shapeName)) return { shape: null }
  const kind = kinds.get(shapeName.toLowerCase())
  if (!kind) return { refusal: `There is no shape ${quoted(shapeName)}`, column: 'shape_name' }
  const numbers = numbersOf(parsed(points))
  if (!numbers) return { refusal: `${quoted(points)} is not a list of numbers`, column: 'points' }
  const shape = shapeOfFlat(kind, numbers)
  if (shape) return { shape }
  const count = numbers.length === 1 ? '1 number does' : `${numbers.length} numbers do`
  return { refusal: `${count} not make ${kind === 'ellipse' ? 'an' : 'a'} ${shapeName}`, column: 'points' }
}

function attributesOf(text: string): [string, AttributeValue][] | null {
  if (text === '' || text === '[]' || text === 'null') return []
  const value = parsed(text)
  if (!isObject(value)) return null
  return Object.entries(value).flatMap(([name, part]): [string, AttributeValue][] => {
    if (part === null) return []
    return [[name, typeof part === 'string' || typeof part === 'number' || typeof part === 'boolean' ? part : JSON.stringify(part)]]
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
