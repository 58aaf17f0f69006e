import type { LabelBook } from '../../annotation/label-book.ts'
import type { CsvTable } from '../../charts/csv.ts'
import type { MarkGroup } from './queries.ts'
import { kindWords } from './words.ts'

/** One row for each thing: where it is, and what everyone said of it. An empty cell: did not look at the image. */
export async function groupTable(
  groups: AsyncIterable<MarkGroup>,
  people: readonly { accountId: string; name: string }[],
  book: Pick<LabelBook, 'get'>
): Promise<CsvTable> {
  const rows: CsvTable['rows'][number][] = []
  for await (const { fileName, kind, settled, isSamplePoint, marks, missing } of groups) {
    const said = ({ accountId }: { accountId: string }) => {
      const mark = marks.find(one => one.accountId === accountId)
      if (mark) return mark.labelId === null ? 'not named' : (book.get(mark.labelId)?.name ?? 'a deleted label')
      return missing.some(one => one.accountId === accountId) ? 'not marked' : null
    }
    const ids = marks.map(({ annotation }) => annotation.id).join(' ')
    rows.push([fileName, kindWords[kind].word, settled ? 'yes' : 'no', isSamplePoint ? 'yes' : 'no', ...people.map(said), ids])
  }
  return { columns: ['image', 'kind', 'settled', 'sample_point', ...people.map(({ name }) => name), 'annotations'], rows }
}
