import { type ByteSource, type ReadingOptions, seenNames } from '../../../files/reading.ts'
import { namedRows } from '../../columns.ts'
import type { DatasetEntry } from '../../dataset.ts'
import { finding } from '../../finding.ts'
import { imageFacts } from '../../image-facts.ts'
import { biigleLabel, biigleLabelEntry } from './read.ts'

/**
 * Reads BIIGLE's CSV report of image labels, which has one row for each label of a whole image.
 * Source: BIIGLE manual, "Reports: image label CSV".
 * @throws NotThisFormat when a column is missing
 */
export async function* readBiigleImageLabels(
  source: ByteSource,
  options: ReadingOptions = {}
): AsyncGenerator<DatasetEntry, void, undefined> {
  const images = seenNames('pictures')
  const labels = seenNames('labels')
  for await (const row of namedRows(source, 'a BIIGLE report of image labels', ['filename', 'label_name'], options)) {
    if ('kind' in row) {
      yield row
      continue
    }
    const { cell } = row
    const place = { row: row.row }
    const fileName = cell('filename')
    const empty = ['filename', 'label_name'].find(column => cell(column) === '')
    if (empty) {
      yield finding(false, 'The cell is empty', { ...place, column: empty })
      continue
    }
    if (images.add(fileName)) {
      const position = { decimalLongitude: cell('longitude'), decimalLatitude: cell('latitude') }
      const { facts, findings } = imageFacts(position, { ...place, image: fileName })
      const size = options.sizeOf?.(fileName) ?? null
      yield* findings
      yield { kind: 'image', image: { fileName, width: size?.width ?? null, height: size?.height ?? null, ...facts }, place }
    }
    const label = biigleLabel(cell)
    yield* biigleLabelEntry(label.labelId, cell, labels)
    yield { kind: 'annotation', annotation: { fileName, shape: null, labels: [label], attributes: [] }, place }
  }
}
