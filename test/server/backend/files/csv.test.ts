import t from 'tap'
import { csvLine, csvRows } from '../../../../server/backend/files/csv.ts'
import { bytes } from '../../../support/datasets.ts'

async function rowsOf(text: string, pieceBytes = 3) {
  const rows = []
  for await (const row of csvRows(bytes(text, pieceBytes), {})) rows.push('fault' in row ? [row.row, row.fault] : [row.row, row.cells])
  return rows
}

t.test('cells with commas, quotation marks and line breaks survive', async t => {
  const rows = [
    ['a,b', 'say "hm"', 'two\nlines', '', ' x ', '-1', '=1+1', '#'],
    ['ä', '珊瑚', '', '', '', '', '', '']
  ]
  const text = `\uFEFF${rows.map(csvLine).join('\r\n')}\r\n\n`
  t.same(await rowsOf(text), [
    [1, rows[0]],
    [3, rows[1]]
  ])
})

t.test('an unclosed quotation mark affects only its own row', async t => {
  t.same(await rowsOf('a,b\n"c,d\ne,f\ng,h'), [
    [1, ['a', 'b']],
    [2, 'A quotation mark is not closed'],
    [3, ['e', 'f']],
    [4, ['g', 'h']]
  ])
  const many = await rowsOf(`"c\n${'e,f\n'.repeat(100)}`, 1000)
  t.equal(many.length, 101)
  t.same(many.at(-1), [101, ['e', 'f']])
})

t.test('a line that is too long is reported and skipped', async t => {
  t.same(await rowsOf(`a,b\n${'x'.repeat(3_000_000)}\nc,d\n`, 65_536), [
    [1, ['a', 'b']],
    [2, 'The line is longer than 1 MiB'],
    [3, ['c', 'd']]
  ])
})

t.test('a line ends with LF, CRLF or CR, and a CR between quotation marks stays', async t => {
  for (const end of ['\n', '\r\n', '\r']) {
    for (const pieceBytes of [1, 2, 5, 1000]) {
      const rows = await rowsOf(`a,b${end}"c\rd","e\nf"${end}${end}g,h${end}`, pieceBytes)
      t.same(
        rows.map(([, cells]) => cells),
        [
          ['a', 'b'],
          ['c\rd', 'e\nf'],
          ['g', 'h']
        ],
        JSON.stringify(end)
      )
    }
  }
})
