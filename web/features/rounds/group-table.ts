import type { LabelIndex } from '../../annotation/label-index.ts'
import type { CsvTable } from '../../charts/csv.ts'
import type { MarkGroup } from './queries.ts'
import { texts } from './texts.ts'

/**
 * Builds a table with a row per individual and a column per person for the label. A cell is empty if the person did not examine the image.
 */
export async function groupTable(
  groups: AsyncIterable<MarkGroup>,
  people: readonly { accountId: string; name: string }[],
  labelIndex: Pick<LabelIndex, 'get'>
): Promise<CsvTable> {
  const rows: CsvTable['rows'][number][] = []
  for await (const { fileName, kind, settled, isSamplePoint, marks, missing } of groups) {
    const labelOf = ({ accountId }: { accountId: string }) => {
      const mark = marks.find(one => one.accountId === accountId)
      if (mark) return mark.labelId === null ? texts.group.noLabel : (labelIndex.get(mark.labelId)?.name ?? texts.group.deletedLabel)
      return missing.some(one => one.accountId === accountId) ? texts.group.notMarked : null
    }
    const ids = marks.map(({ annotation }) => annotation.id).join(' ')
    rows.push([fileName, texts.kinds[kind].word, settled ? 'yes' : 'no', isSamplePoint ? 'yes' : 'no', ...people.map(labelOf), ids])
  }
  return { columns: ['image', 'kind', 'settled', 'sample_point', ...people.map(({ name }) => name), 'annotations'], rows }
}
