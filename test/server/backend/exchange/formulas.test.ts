import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { writeTable } from '../../../../server/backend/exchange/exports/table-file.ts'
import { lossTally } from '../../../../server/backend/exchange/losses.ts'
import { harmlessCell, plainCell } from '../../../../server/backend/files/report-cell.ts'
import { readList } from '../../../../server/backend/taxonomy/import/read-list.ts'

t.test('no cell of a table or its header is run by a spreadsheet; numbers stay numbers', async t => {
  async function* rows() {
    yield ['=HYPERLINK("https://evil.example")', '+cmd|calc', '@sum', '-2+3', '\tx', -12.5, '-12.5', true, null, 'fine']
  }
  const path = join(t.testdir({}), 'table.csv')
  const columns = ['=1+1', ...'bcdefghij']
  await writeTable({ path, fileType: 'csv', losses: lossTally() }, { name: 'table', columns, rows: rows() })
  t.equal(
    readFileSync(path, 'utf8'),
    `'=1+1,${[...'bcdefghij'].join(',')}\n"'=HYPERLINK(""https://evil.example"")",'+cmd|calc,'@sum,'-2+3,'\tx,-12.5,-12.5,true,,fine\n`
  )
})

t.test('values survive writing and reading a table', async t => {
  for (const text of ['=a', '-sp. 1', "'t Hooft", '@x', '-3']) t.equal(plainCell(harmlessCell(text)), text)
  const { labels } = await readList(Buffer.from(`scientificName,label\nGorgonia,${harmlessCell('=brown fan')}\n`))
  t.match(labels, [{ state: { name: '=brown fan' } }])
})
