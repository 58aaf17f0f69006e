import t from 'tap'
import { jsonBounds, jsonCounter } from '../../../server/lib/json-bounds.ts'

const codeOf = (...pieces: string[]) => {
  const counter = jsonCounter()
  for (const piece of pieces) {
    const refusal = counter.read(Buffer.from(piece)) as (Error & { code: string }) | null
    if (refusal) return refusal.code
  }
  return null
}

t.test('a body is refused for the number of its objects, names, lists and values, and for its depth', async t => {
  t.equal(codeOf(`[${'{},'.repeat(jsonBounds.objects)}`), null)
  t.equal(codeOf(`[${'{},'.repeat(jsonBounds.objects + 1)}`), 'BODY_TOO_MANY_PARTS')
  t.equal(codeOf(`{${'"a":0,'.repeat(jsonBounds.names + 1)}`), 'BODY_TOO_MANY_PARTS')
  t.equal(codeOf(`[${'[],'.repeat(jsonBounds.lists + 1)}`), 'BODY_TOO_MANY_PARTS')
  t.equal(codeOf(`[${'0,'.repeat(jsonBounds.values + 1)}`), 'BODY_TOO_MANY_PARTS')
  t.equal(codeOf('['.repeat(jsonBounds.depth)), null)
  t.equal(codeOf('['.repeat(jsonBounds.depth + 1)), 'BODY_TOO_DEEP')
})

t.test('the count continues across chunks, even when one ends within a string or an escape', async t => {
  const half = '{},'.repeat(jsonBounds.objects / 2)
  t.equal(codeOf(`[${half}`, half, '{}'), 'BODY_TOO_MANY_PARTS')
  t.equal(codeOf('["\\', `"${'{'.repeat(100)}`, '"]'), null)
})

t.test('the content of texts does not count', async t => {
  t.equal(codeOf(JSON.stringify({ note: `${'{[,:'.repeat(jsonBounds.objects)}\\"` })), null)
  t.equal(codeOf(`{"note":"\\\\"${',"a":[]'.repeat(10)}}`), null)
})
