import t from 'tap'
import { newId, newSecret } from '../../../server/lib/ids.ts'

t.test('ids are UUIDv7 and sort in the order they were made', async t => {
  const ids = Array.from({ length: 10_000 }, newId)
  t.ok(ids.every(id => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)))
  t.same([...ids].sort(), ids)
  t.equal(new Set(ids).size, ids.length)
})

t.test('an id holds the time it was made', async t => {
  const before = Date.now()
  const madeAt = Number.parseInt(newId().replaceAll('-', '').slice(0, 12), 16)
  t.ok(madeAt >= before && madeAt <= Date.now() + 10)
})

t.test('secrets carry 256 bits and never repeat', async t => {
  t.equal(Buffer.from(newSecret(), 'base64url').length, 32)
  t.not(newSecret(), newSecret())
})
