import t from 'tap'
import { csvOf } from '../../../web/charts/csv.ts'

t.test('a table is written by RFC 4180, numbers in full, missing values as empty cells', async t => {
  t.equal(
    csvOf({
      columns: ['site', 'n, all'],
      rows: [
        ['M"1"', 1 / 3],
        ['two\nlines', null],
        ['−3', -3]
      ]
    }),
    'site,"n, all"\r\n"M""1""",0.3333333333333333\r\n"two\nlines",\r\n−3,-3\r\n'
  )
})

t.test('no cell is run by a spreadsheet, and numeric texts stay texts', async t => {
  const rows = ['=1+1', '+cmd', '@x', '-2.5', '-a'].map(text => [text])
  t.equal(csvOf({ columns: ['a'], rows }), "a\r\n'=1+1\r\n'+cmd\r\n'@x\r\n-2.5\r\n'-a\r\n")
})
