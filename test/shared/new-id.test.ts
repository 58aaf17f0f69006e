import t from 'tap'
import { newId } from '../../shared/new-id.ts'

t.test('ids are UUIDv7 and sort in the order of their creation', async t => {
  const ids = Array.from({ length: 10_000 }, newId)
  t.ok(ids.every(id => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)))
  t.same([...ids].sort(), ids)
  t.equal(new Set(ids).size, ids.length)
})

t.test('an id contains its time', async t => {
  const before = Date.now()
  const madeAt = Number.parseInt(newId().replaceAll('-', '').slice(0, 12), 16)
  t.ok(madeAt >= before && madeAt <= Date.now() + 10)
})

t.test('ids increase while the clock is set back', async t => {
  const { now } = Date
  const ids = [newId()]
  t.teardown(() => {
    Date.now = now
  })
  for (const behindMs of [0, 1, 60_000, 0]) {
    Date.now = () => now() - behindMs
    ids.push(newId())
  }
  t.same([...ids].sort(), ids)
})

t.test('ids need only random values, which browsers provide on plain HTTP too', async t => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'crypto')!
  t.teardown(() => Object.defineProperty(globalThis, 'crypto', own))
  let calls = 0
  const getRandomValues = (bytes: Uint8Array) => {
    calls += 1
    return bytes.fill(0xff)
  }
  Object.defineProperty(globalThis, 'crypto', { value: { getRandomValues }, configurable: true })
  while (calls === 0) newId() // earlier files of the process may have left a pool
  const ids = Array.from({ length: 2_000 }, newId)
  t.equal(calls, 2, 'the pool is filled for 1,024 ids at a time')
  t.match(ids.at(-1), /-bfff-f{12}$/)
})
