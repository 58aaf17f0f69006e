import { mock } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { ApiError, unreachable } from '../../../web/api/api-error.ts'
import { done, edit, outboxOf, result } from '../../support/outboxes.ts'

const refusal = (status: number) => new ApiError('No such project', { status, code: 'X', requestId: null, errors: [], isFromServer: true })
const cutOff = () => {
  throw unreachable(new TypeError('fetch failed'))
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400 && !holds(); tries++) await pause(10)
}

t.test('edits are sent together, in order, one project at a time', async t => {
  const { outbox, sent } = outboxOf(t)
  for (const [project, id] of [
    ['p', 'a'],
    ['p', 'b'],
    ['q', 'c'],
    ['p', 'd']
  ] as const)
    void outbox.add([edit(id, { project })])
  t.equal(outbox.status().waiting, 4)
  t.same(
    [...outbox.status().ofProject],
    [
      ['p', 3],
      ['q', 1]
    ]
  )
  await until(() => outbox.status().waiting === 0)
  t.same(sent, [
    { project: 'p', ids: ['a', 'b'] },
    { project: 'q', ids: ['c'] },
    { project: 'p', ids: ['d'] }
  ])
  t.same(await outbox.all(), [])
})

t.test('edits wait without a network, and are sent when it is back', async t => {
  let reachable = false
  const { outbox, sent } = outboxOf(t, batch => (reachable ? done(batch) : cutOff()))
  await outbox.add([edit('a')])
  await until(() => outbox.status().offline)
  t.match(outbox.status(), { waiting: 1, offline: true, refused: [], unkept: null })
  t.match(outbox.status().failure, /cannot be reached/)
  await outbox.add([edit('b')])
  reachable = true
  outbox.retry()
  await until(() => outbox.status().waiting === 0)
  t.match(outbox.status(), { waiting: 0, offline: false, failure: null })
  t.same(sent.at(-1), { project: 'p', ids: ['a', 'b'] })
})

t.test('edits are sent as soon as the network returns, however long the pause after the last try', async t => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const settled = async () => {
    for (let turn = 0; turn < 200; turn++) await new Promise(resolve => setImmediate(resolve))
  }
  let reachable = false
  const { outbox, sent } = outboxOf(t, batch => (reachable ? done(batch) : cutOff()))
  await settled()
  void outbox.add([edit('a')])
  for (const ms of [300, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    mock.timers.tick(ms)
    await settled()
  }
  t.equal(sent.length, 8, 'the pauses grow to half a minute')
  mock.timers.tick(29_000)
  await settled()
  t.equal(sent.length, 8)

  reachable = true
  outbox.retry()
  mock.timers.tick(0)
  await settled()
  t.equal(sent.length, 9)
  t.match(outbox.status(), { waiting: 0, offline: false })
})

t.test('a network that returns during a failing try is used immediately', async t => {
  let reachable = false
  const { outbox, sent } = outboxOf(t, batch => (reachable ? done(batch) : cutOff()))
  const end = outbox.subscribe(() => {
    if (!outbox.status().offline) return
    end()
    reachable = true
    outbox.retry()
  })
  await outbox.add([edit('a')])
  await until(() => outbox.status().waiting === 0)
  t.match(outbox.status(), { waiting: 0, offline: false })
  t.equal(sent.length, 2)
})

t.test('a closed tab loses nothing: the next one sends its edits', async t => {
  const first = outboxOf(t, cutOff)
  await first.outbox.add([edit('a')])
  await first.outbox.add([edit('b')])
  await first.closed()
  const next = outboxOf(t, done, { account: first.account })
  await until(() => next.sent.length > 0)
  t.same(next.sent, [{ project: 'p', ids: ['a', 'b'] }])
})

t.test('a refused edit is kept with the reason until a person decides', async t => {
  const { outbox, sent } = outboxOf(t, ({ ids }) => ids.map(id => result(id, id === 'b' ? 'Someone else was first' : null)))
  for (const id of ['a', 'b', 'c']) void outbox.add([edit(id)])
  await until(() => outbox.status().waiting === 0)
  t.match(outbox.status().refused, [{ id: 'b', problem: 'Someone else was first' }])
  await pause(700)
  t.equal(sent.length, 1, 'it is not sent again automatically')
  await outbox.discard(outbox.status().refused.map(({ id }) => id))
  t.same(outbox.status().refused, [])
})

t.test('an edit on top of a refused one is kept with it, and not sent', async t => {
  const { outbox, sent } = outboxOf(t, ({ ids }) => {
    if (ids.includes('a')) void outbox.add([edit('c', { thing: 'a' }), edit('d')]) // while the answer is on its way
    return ids.map(id => result(id, id === 'a' ? 'Someone else was first' : null))
  })
  for (const id of ['a', 'b']) void outbox.add([edit(id)])
  await until(() => outbox.status().refused.length === 2 && outbox.status().waiting === 0)
  t.same(
    sent.map(({ ids }) => ids),
    [['a', 'b'], ['d']]
  )
  t.match(outbox.status().refused, [{ id: 'a' }, { id: 'c', problem: 'Someone else was first' }])
})

t.test('one invalid edit does not delay the others of its batch', async t => {
  const { outbox } = outboxOf(t, batch => {
    if (batch.ids.includes('bad')) throw refusal(422)
    return done(batch)
  })
  for (const id of ['a', 'bad', 'c']) void outbox.add([edit(id)])
  await until(() => outbox.status().waiting === 0)
  t.match(outbox.status(), { waiting: 0, refused: [{ id: 'bad', problem: 'No such project' }] })
})

t.test('while the session is being renewed nothing is discarded', async t => {
  let signedIn = false
  const { outbox } = outboxOf(t, batch => {
    if (!signedIn) throw refusal(401)
    return done(batch)
  })
  await outbox.add([edit('a')])
  await pause(500)
  t.match(outbox.status(), { waiting: 1, refused: [] })
  signedIn = true
  outbox.retry()
  await until(() => outbox.status().waiting === 0)
  t.equal(outbox.status().waiting, 0)
})

t.test('while another account is signed in nothing is sent, and nothing is discarded', async t => {
  let isMe = false
  const { outbox, sent } = outboxOf(t, done, { maySend: () => isMe })
  await outbox.add([edit('a')])
  t.notOk(await outbox.sendNow())
  t.same(sent, [])
  isMe = true
  t.ok(await outbox.sendNow())
  t.same(sent, [{ project: 'p', ids: ['a'] }])
})

t.test('a paused outbox sends nothing until it is resumed', async t => {
  const { outbox, sent } = outboxOf(t)
  outbox.pause()
  await outbox.add([edit('a')])
  await pause(500)
  t.same(sent, [])
  outbox.resume()
  await until(() => outbox.status().waiting === 0)
  t.equal(sent.length, 1)
})

t.test('edits of an unknown noun wait for a newer page, and do not delay others', async t => {
  const { outbox, sent } = outboxOf(t)
  await outbox.add([edit('a', { kind: 'journal' }), edit('b')])
  await until(() => outbox.status().waiting === 1)
  t.same(sent, [{ project: 'p', ids: ['b'] }])
  t.match(await outbox.all(), [{ id: 'a', kind: 'journal', problem: null }])
})

t.test('a document receives the outcome of its edits, whichever tab sent them', async t => {
  const first = outboxOf(t, ({ ids }) => ids.map(id => result(id, id === 'b' ? 'No' : null)))
  const second = outboxOf(t, cutOff, { account: first.account })
  second.outbox.pause()
  const heard: string[] = []
  const note = (tab: string) => ({
    added: (edits: readonly { id: string }[]) => heard.push(...edits.map(({ id }) => `${tab} added ${id}`)),
    settled: (edits: readonly { id: string; subject: string; problem: string | null }[]) =>
      heard.push(...edits.map(({ id, subject, problem }) => `${tab} ${id} on ${subject}: ${problem ?? 'done'}`))
  })
  first.outbox.listen('mark', 'p', note('first'))
  second.outbox.listen('mark', 'p', note('second'))
  second.outbox.listen('mark', 'q', note('elsewhere'))
  await second.outbox.add([edit('a'), edit('b')])
  await until(() => heard.length === 8)
  t.same(
    new Set(heard),
    new Set([
      'second added a',
      'second added b',
      'first added a',
      'first added b',
      'first a on one: done',
      'first b on one: No',
      'second a on one: done',
      'second b on one: No'
    ])
  )
  await until(() => second.outbox.status().refused.length === 1)
  t.match(second.outbox.status(), { waiting: 0, refused: [{ id: 'b' }] })
})
