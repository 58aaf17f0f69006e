import { type ByteSource, numberOf, type ReadingOptions, seenNames } from '../../../files/reading.ts'
import { namedRows } from '../../columns.ts'
import type { AttributeValue, DatasetEntry } from '../../dataset.ts'
import { finding } from '../../finding.ts'

const measures = ['width_m', 'height_m', 'area_sqm', 'width_px', 'height_px', 'area_sqpx'].map(name => `annotation_${name}`)

/**
 * Reads BIIGLE's report of annotation areas, which has the sizes of shapes but no coordinates. Each row becomes an annotation of the whole image,
 * with the measurements as attributes. Each row also becomes a finding. Source: BIIGLE manual, "Reports: image annotation area".
 * @throws NotThisFormat when a column is missing
 */
export async function* readBiigleAreas(source: ByteSource, options: ReadingOptions = {}): AsyncGenerator<DatasetEntry, void, undefined> {
  const images = seenNames('pictures')
  const known = seenNames('labels')
  const needed = ['image_filename', 'shape_name', 'label_names']
  for await (const row of namedRows(source, 'a BIIGLE report of annotation areas', needed, options)) {
    if ('kind' in row) {
      yield row
      continue
    }
    const { cell } = row
    const place = { row: row.row }
    const fileName = cell('image_filename')
    const empty = ['image_filename', 'label_names'].find(column => cell(column) === '')
    if (empty) {
      yield finding(false, 'The cell is empty', { ...place, column: empty })
      continue
    }
    if (images.add(fileName)) {
      const size = options.sizeOf?.(fileName) ?? null
      yield { kind: 'image', image: { fileName, width: size?.width ?? null, height: size?.height ?? null }, place }
    }
    const labels = labelsOf(cell('label_ids'), cell('label_names'))
    for (const { id, name } of labels) if (known.add(id)) yield { kind: 'label', label: { id, name, path: [] } }
    yield finding(true, 'The report of areas has no coordinates: the annotation applies to the whole image', {
      ...place,
      column: 'shape_name'
    })
    const attributes = measures.flatMap((name): [string, AttributeValue][] => {
      const value = numberOf(cell(name))
      return value === null ? [] : [[name, value]]
    })
    const given = labels.map(({ id }) => ({ labelId: id }))
    const id = cell('annotation_id')
    yield { kind: 'annotation', annotation: { ...(id && { id }), fileName, shape: null, labels: given, attributes }, place }
  }
}

/** Splits the ids and names of labels at commas. If the counts differ, a name contains a comma, and the cells are read as a single label. */
function labelsOf(ids: string, names: string): { id: string; name: string }[] {
  const [listedIds, listedNames] = [ids, names].map(list => list.split(/,\s*/).filter(Boolean)) as [string[], string[]]
  if (listedIds.length !== listedNames.length) return [{ id: ids || names, name: names }]
  return listedIds.map((id, index) => ({ id, name: listedNames[index] ?? id }))
}
