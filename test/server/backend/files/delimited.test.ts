import t from 'tap'
import { openDelimited } from '../../../../server/backend/files/delimited.ts'

async function read(text: string | Buffer, mostRows = 10) {
  const { header, rows } = await openDelimited(Buffer.from(text as string), mostRows)
  const all: [number, ...string[]][] = []
  for await (const { row, cells } of rows) all.push([row, ...cells])
  return { header, rows: all }
}

t.test('rows are numbered by their first lines, with and without quotation marks', async t => {
  t.same(await read('a,b\n\n1,2\r\n3,4\r5,6'), {
    header: ['a', 'b'],
    rows: [
      [3, '1', '2'],
      [4, '3', '4'],
      [5, '5', '6']
    ]
  })
  t.same(await read('a,"b"\n\n1,"2, 3"\n4,5\n'), {
    header: ['a', 'b'],
    rows: [
      [3, '1', '2, 3'],
      [4, '4', '5']
    ]
  })
})

t.test('in tab-separated text a quotation mark may be literal', async t => {
  t.same((await read('a\tb\nthe "soft" one\t"quoted" beginning\n')).rows, [[2, 'the "soft" one', '"quoted" beginning']])
})

t.test('too many rows are refused, and so is an endless line', async t => {
  t.equal((await read(`a\n${'1\n'.repeat(10)}`)).rows.length, 10)
  await t.rejects(read(`a\n${'1\n'.repeat(11)}`), {
    statusCode: 422,
    message: 'The table has more than 10 rows: split it into several files'
  })
  await t.rejects(read(`a\n"1"\n${'1\n'.repeat(10)}`), { message: /more than 10 rows/ })
  await t.rejects(read(`a\n${'1'.repeat(1024 * 1024 + 1)}`), { message: /at line 2/ })
  await t.rejects(read(`a,"b\n1,2`), { message: /quotation marks do not match up/ })
})
