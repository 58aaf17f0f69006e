import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readStaged } from '../../../../../server/backend/exchange/imports/staged.ts'

const name = 'Café 海星  ꙮ'.repeat(20_000)

t.test('staged lines are read across pieces of a file, whatever characters they hold', async t => {
  const path = join(t.testdir(), 'staged')
  const lines = [{ covered: ['a'] }, { covered: [name] }, { covered: ['b'] }]
  writeFileSync(path, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
  const read: unknown[] = []
  for await (const line of readStaged(path)) read.push(line)
  t.same(read, lines)
})

t.test('a staged file that ends within a line is never taken for a whole one', async t => {
  const path = join(t.testdir(), 'staged')
  writeFileSync(path, '{"covered":["a"]}\n{"covered":["b"')
  const read = async () => {
    for await (const _line of readStaged(path)) t.ok(_line)
  }
  await t.rejects(read(), /ends within a line/)
})
