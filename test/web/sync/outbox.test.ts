import 'fake-indexeddb/auto'
import { mock } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { ApiError, unreachable } from '../../../web/api/api-error.ts'
import { localDatabase } from '../../../web/sync/local-database.ts'
import { type EditResult, Outbox } from '../../../web/sync/outbox.ts'

let people = 0

interface Sent {
  projectId: string
  ids: string[]
}

/** An outbox of a new person before a server that the test plays. */
function outboxOf(t: Test, serve: (sent: Sent) => EditResult[] = done, account = `person-${++people}`) {
  const sent: Sent[] = []
  const outbox = new Outbox({
    database: localDatabase(account),
    lockName: account,
    locks: null,
    async send(projectId, bodies) {
      const batch = { projectId, ids: bodies.map(body => (body as { id: string }).id) }
      sent.push(batch)
      return serve(batch)
    }
  })
  t.teardown(() => outbox.close())
  return { outbox, sent, account }
}

const done = ({ ids }: Sent): EditResult[] => ids.map(id => ({ id, problem: null }))
const refusal = (status: number) => new ApiError('No such project', { status, code: 'X', requestId: null, errors: [], told: true })

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400 && !holds(); tries++) await pause(10)
}

t.test('edits go out together, in their order, one project at a time', async t => {
  const { outbox, sent } = outboxOf(t)
  for (const [project, id] of [
    ['p', 'a'],
    ['p', 'b'],
    ['q', 'c'],
    ['p', 'd']
  ] as const)
    void outbox.add(project, id, { id })
  t.equal(outbox.status().waiting, 4)
  await until(() => outbox.status().waiting === 0)
  t.same(sent, [
    { projectId: 'p', ids: ['a', 'b'] },
    { projectId: 'q', ids: ['c'] },
    { projectId: 'p', ids: ['d'] }
  ])
  t.same(await outbox.ofProject('p'), [])
})

t.test('without a network they wait, and go out when it is back', async t => {
  let reachable = false
  const { outbox, sent } = outboxOf(t, batch => {
    if (!reachable) throw unreachable(new TypeError('fetch failed'))
    return done(batch)
  })
  await outbox.add('p', 'a', { id: 'a' })
  await until(() => outbox.status().offline)
  t.match(outbox.status(), { waiting: 1, offline: true, refused: [] })
  await outbox.add('p', 'b', { id: 'b' })
  reachable = true
  outbox.retry()
  await until(() => outbox.status().waiting === 0)
  t.match(outbox.status(), { waiting: 0, offline: false })
  t.same(sent.at(-1), { projectId: 'p', ids: ['a', 'b'] })
})

t.test('when there is a network again they go out at once, however long the pause after the last try', async t => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const settled = async () => {
    for (let turn = 0; turn < 200; turn++) await new Promise(resolve => setImmediate(resolve))
  }
  let reachable = false
  const { outbox, sent } = outboxOf(t, batch => {
    if (!reachable) throw unreachable(new TypeError('fetch failed'))
    return done(batch)
  })
  await settled()
  void outbox.add('p', 'a', { id: 'a' })
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

t.test('a closed tab loses nothing: the next one sends what waits', async t => {
  const first = outboxOf(t, () => {
    throw unreachable(new TypeError('fetch failed'))
  })
  await first.outbox.add('p', 'a', { id: 'a' })
  await first.outbox.add('p', 'b', { id: 'b' })
  first.outbox.close()
  const next = outboxOf(t, done, first.account)
  await until(() => next.sent.length > 0)
  t.same(next.sent, [{ projectId: 'p', ids: ['a', 'b'] }])
})

t.test('an edit that the server would not do is kept with the reason until someone decides', async t => {
  const { outbox, sent } = outboxOf(t, ({ ids }) => ids.map(id => ({ id, problem: id === 'b' ? 'Someone else was first' : null })))
  for (const id of ['a', 'b', 'c']) void outbox.add('p', id, { id })
  await until(() => outbox.status().waiting === 0)
  t.match(outbox.status().refused, [{ edit: { id: 'b', problem: 'Someone else was first' } }])
  await pause(700)
  t.equal(sent.length, 1, 'it is not sent again by itself')
  await outbox.discard(outbox.status().refused.map(({ key }) => key))
  t.same(outbox.status().refused, [])
})

t.test('an edit made on top of one that was not done is kept with it, and not sent', async t => {
  const { outbox, sent } = outboxOf(t, ({ ids }) => {
    if (ids.includes('a')) void outbox.add('p', 'c', { id: 'c' }) // while the answer is on its way
    return ids.includes('a')
      ? [
          { id: 'a', problem: 'Someone else was first' },
          { id: 'b', problem: null },
          { id: 'c', problem: 'Someone else was first' }
        ]
      : ids.map(id => ({ id, problem: null }))
  })
  for (const id of ['a', 'b']) void outbox.add('p', id, { id })
  await until(() => outbox.status().refused.length === 2)
  await outbox.add('p', 'd', { id: 'd' })
  await until(() => outbox.status().waiting === 0)
  t.same(
    sent.map(({ ids }) => ids),
    [['a', 'b'], ['d']]
  )
  t.match(outbox.status().refused, [{ edit: { id: 'a' } }, { edit: { id: 'c', problem: 'Someone else was first' } }])
})

t.test('one bad edit does not hold up the others of its batch', async t => {
  const { outbox } = outboxOf(t, batch => {
    if (batch.ids.includes('bad')) throw refusal(422)
    return done(batch)
  })
  for (const id of ['a', 'bad', 'c']) void outbox.add('p', id, { id })
  await until(() => outbox.status().waiting === 0)
  t.match(outbox.status(), { waiting: 0, refused: [{ edit: { id: 'bad', problem: 'No such project' } }] })
})

t.test('while the session is being renewed nothing is given up', async t => {
  let signedIn = false
  const { outbox } = outboxOf(t, batch => {
    if (!signedIn) throw refusal(401)
    return done(batch)
  })
  await outbox.add('p', 'a', { id: 'a' })
  await pause(500)
  t.match(outbox.status(), { waiting: 1, refused: [] })
  signedIn = true
  outbox.retry()
  await until(() => outbox.status().waiting === 0)
  t.equal(outbox.status().waiting, 0)
})
