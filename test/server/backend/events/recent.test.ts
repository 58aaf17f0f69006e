import t from 'tap'
import { recentEvents } from '../../../../server/backend/events/recent.ts'
import type { ServerEvent } from '../../../../shared/contracts/events.ts'
import { repeatedSeconds } from '../../../../shared/limits.ts'

const change = (mediaId: string): ServerEvent => ({ type: 'changed', noun: 'media', projectId: 'p', mediaId })
const progress = (id: string, done: number) => ({ type: 'job', job: { id, done } }) as ServerEvent

function scene() {
  let at = 0
  const recent = recentEvents(() => at)
  return { recent, wait: (seconds: number) => (at += seconds * 1000) }
}

t.test('the events of a span are repeated in order', async t => {
  const { recent, wait } = scene()
  recent.add(change('a'))
  wait(5)
  recent.add(change('b'))
  recent.add(change('c'))
  wait(1)
  t.same(recent.since(2), [change('b'), change('c')])
  t.same(recent.since(10), [change('a'), change('b'), change('c')])
  t.same(recent.since(0), [], 'none without a span')
})

t.test('equal changes and the states of one job are repeated once, at their latest time', async t => {
  const { recent, wait } = scene()
  recent.add(change('a'))
  recent.add(progress('j', 1))
  wait(5)
  recent.add(progress('j', 2))
  recent.add(change('a'))
  t.same(recent.since(1), [progress('j', 2), change('a')])
  t.same(recent.since(10), [progress('j', 2), change('a')])
})

t.test('presence is not kept, and old or very many events are dropped', async t => {
  const { recent, wait } = scene()
  recent.add({ type: 'presence', projectId: 'p', mediaId: 'a', person: { id: 'x', name: 'Ana' }, here: true })
  recent.add(change('old'))
  wait(repeatedSeconds + 1)
  for (let each = 0; each < 1_500; each++) recent.add(change(String(each)))
  const found = recent.since(repeatedSeconds * 2)
  t.equal(found.length, 1_000)
  t.same(found.at(-1), change('1499'))
  t.same(found[0], change('500'))
})
