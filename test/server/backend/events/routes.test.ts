import Fastify from 'fastify'
import t, { type Test } from 'tap'
import { type EventBus, localEventBus } from '../../../../server/backend/events/bus.ts'
import { postgresEventBus } from '../../../../server/backend/events/bus-postgres.ts'
import { eventRoutes } from '../../../../server/backend/events/routes.ts'
import { projectAccess } from '../../../../server/backend/projects/access.ts'
import { type Viewer, viewerPlugin } from '../../../../server/backend/viewer.ts'
import type { ServerEvent } from '../../../../shared/contracts/events.ts'
import { type DatabaseKind, forEachDatabase, type Person, type TestBackend, testBackend } from '../../../support/backend.ts'
import { databasesAtHand, freshPostgres } from '../../../support/postgres.ts'
import { until } from '../../../support/until.ts'
import { listening } from '../../../support/uploads.ts'

/** Reads a stream of server-sent events line by line. */
async function openStream(t: Test, base: string, person: Person, headers: Record<string, string> = {}, query = '') {
  const abort = new AbortController()
  t.teardown(() => abort.abort())
  const answer = await fetch(`${base}/api/events${query}`, {
    headers: { authorization: `Bearer ${person.tokens.access_token}`, ...headers },
    signal: abort.signal
  })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  /** Returns the next line that matches, or null when the stream has ended. */
  async function next(pattern: RegExp): Promise<string | null> {
    for (;;) {
      const end = text.indexOf('\n')
      if (end >= 0) {
        const line = text.slice(0, end)
        text = text.slice(end + 1)
        if (pattern.test(line)) return line
      } else {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
        if (done) return null
        text += value
      }
    }
  }
  const nextEvent = async () => JSON.parse((await next(/^data: /))?.slice(6) ?? 'null') as ServerEvent | null
  return { answer, next, nextEvent, close: () => abort.abort() }
}

async function scene(t: Test, database: DatabaseKind): Promise<TestBackend & { base: string }> {
  const backend = await testBackend(t, { database })
  return { ...backend, base: await listening(t, backend) }
}

await forEachDatabase(t, async (t, database) => {
  t.test('changes of a project are sent to its members and to no one else', async t => {
    const { base, signUp } = await scene(t, database)
    const owner = await signUp()
    const other = await signUp()
    const project = await owner.makeProject()
    const own = await other.makeProject()
    const stream = await openStream(t, base, owner)
    const strange = await openStream(t, base, other, { 'last-event-id': '17' })
    t.equal(stream.answer.headers.get('content-type'), 'text/event-stream')
    t.equal(stream.answer.headers.get('cache-control'), 'no-store')
    await owner.put(`/projects/${project.id}`, { revision: 1, title: 'Renamed' })
    await other.put(`/projects/${own.id}`, { revision: 1, title: 'Renamed too' })
    t.same(await stream.nextEvent(), { type: 'changed', noun: 'projects', projectId: project.id })
    t.same(
      await strange.nextEvent(),
      { type: 'changed', noun: 'projects', projectId: own.id },
      'the first event that a stranger receives is of their own'
    )
  })

  t.test('an account has at most 100 open streams; others are not affected, and a closed stream makes room', async t => {
    const { base, signUp } = await scene(t, database)
    const [ana, bo] = [await signUp(), await signUp()]
    const streams = await Promise.all(Array.from({ length: 100 }, () => openStream(t, base, ana)))
    t.ok(streams.every(({ answer }) => answer.status === 200))
    const refused = await openStream(t, base, ana)
    t.equal(refused.answer.status, 429)
    t.match(await refused.answer.headers.get('content-type'), /problem\+json/)
    t.equal((await openStream(t, base, bo)).answer.status, 200)
    streams[0]!.close()
    const status = await until(
      async () => (await openStream(t, base, ana)).answer.status,
      found => found === 200
    )
    t.equal(status, 200)
  })

  t.test('a former member receives no more events; a new one does', async t => {
    const { base, signUp } = await scene(t, database)
    const owner = await signUp()
    const member = await signUp()
    const project = await owner.makeProject()
    const own = await member.makeProject()
    const stream = await openStream(t, base, member)
    await owner.post(`/projects/${project.id}/members`, { email: member.email, role: 'viewer' })
    let heard = await stream.nextEvent()
    // the creation of the project may arrive late
    while (heard?.type === 'changed' && heard.noun === 'projects') heard = await stream.nextEvent()
    t.same(heard, { type: 'changed', noun: 'members', projectId: project.id })
    await owner.delete(`/projects/${project.id}/members/${member.id}`)
    await owner.put(`/projects/${project.id}`, { revision: 1, title: 'Secret' })
    await member.put(`/projects/${own.id}`, { revision: 1, title: 'Mine' })
    t.same(await stream.nextEvent(), { type: 'changed', noun: 'projects', projectId: own.id })
  })

  t.test('a changed own number key is sent to its person only, on every open page', async t => {
    const { base, signUp } = await scene(t, database)
    const owner = await signUp()
    const member = await signUp()
    const project = await owner.makeProject()
    await owner.post(`/projects/${project.id}/members`, { email: member.email, role: 'viewer' })
    const { id } = (await owner.post(`/projects/${project.id}/labels`, { name: 'Sand' })).json<{ id: string }>()
    const pages = [await openStream(t, base, member), await openStream(t, base, member)]
    const others = await openStream(t, base, owner)
    await member.put(`/labels/${id}/own-key`, { key: 2 })
    const mine = { type: 'changed', noun: 'labels', projectId: project.id, labelId: id, to: member.id }
    const isKey = (event: ServerEvent | null) => event?.type === 'changed' && event.noun === 'labels' && event.to !== undefined
    for (const page of pages) {
      let heard = await page.nextEvent()
      while (heard && !isKey(heard)) heard = await page.nextEvent() // earlier events may arrive late
      t.same(heard, mine)
    }
    await owner.put(`/projects/${project.id}`, { revision: 1, title: 'Renamed' })
    const heard: (ServerEvent | null)[] = []
    const isLast = (event: ServerEvent | null | undefined) => event?.type === 'changed' && event.noun === 'projects'
    do heard.push(await others.nextEvent())
    while (!isLast(heard.at(-1)))
    t.same(heard.filter(isKey), [], 'nobody else gets it')
    const late = await openStream(t, base, owner, {}, '?recentSeconds=120')
    const repeated: (ServerEvent | null)[] = []
    do repeated.push(await late.nextEvent())
    while (!isLast(repeated.at(-1)))
    t.same(repeated.filter(isKey), [], 'also not later')
  })

  t.test('changes before a stream opens are repeated on request, to members only', async t => {
    const { base, signUp } = await scene(t, database)
    const owner = await signUp()
    const other = await signUp()
    const first = await openStream(t, base, owner)
    const project = await owner.makeProject()
    const own = await other.makeProject()
    await owner.put(`/projects/${project.id}`, { revision: 1, title: 'Renamed' })
    await owner.post(`/projects/${project.id}/members`, { email: (await signUp()).email, role: 'viewer' })
    const members = { type: 'changed', noun: 'members', projectId: project.id }
    for (let heard = await first.nextEvent(); heard?.type !== 'changed' || heard.noun !== 'members'; ) heard = await first.nextEvent()

    const late = await openStream(t, base, owner, {}, '?recentSeconds=120')
    t.same(await late.nextEvent(), { type: 'changed', noun: 'projects', projectId: project.id }, 'equal changes once')
    t.same(await late.nextEvent(), members)
    const strange = await openStream(t, base, other, {}, '?recentSeconds=120')
    await other.put(`/projects/${own.id}`, { revision: 1, title: 'Renamed too' })
    t.same(await strange.nextEvent(), { type: 'changed', noun: 'projects', projectId: own.id }, 'the first event that a stranger receives')
    const without = await openStream(t, base, owner)
    await owner.put(`/projects/${project.id}`, { revision: 2, title: 'Again' })
    t.match(await without.nextEvent(), { noun: 'projects' }, 'nothing is repeated without the request')
  })

  t.test('a span of changes is a whole number of seconds within two minutes', async t => {
    const { signUp } = await scene(t, database)
    const owner = await signUp()
    for (const span of ['0', '-5', '121', '1.5', 'all', ''])
      t.equal((await owner.get(`/events?recentSeconds=${span}`)).statusCode, 400, span)
    t.equal((await owner.get('/events?recentSeconds=5&recentSeconds=6')).statusCode, 400)
  })

  t.test('there are no events without signing in', async t => {
    const { app } = await scene(t, database)
    t.equal((await app.inject('/api/events')).statusCode, 401)
  })

  t.test('a stream sends heartbeats, and ends with its session', async t => {
    const { storage, signUp } = await scene(t, database)
    const person = await signUp()
    let signedIn = true
    const app = Fastify()
    const viewer: Viewer = {
      accountId: person.id,
      email: person.email,
      displayName: '',
      administrator: false,
      isConfined: false,
      sessionId: 's',
      scope: 'write'
    }
    await app.register(viewerPlugin, { identify: async () => viewer })
    const options = {
      db: storage.db,
      access: projectAccess(storage.db),
      jobKinds: {},
      stillSignedIn: async () => signedIn,
      heartbeatMs: 10
    }
    await app.register(eventRoutes, { prefix: '/api', events: localEventBus(), ...options })
    t.teardown(() => app.close())
    const stream = await openStream(t, await app.listen({ host: '127.0.0.1', port: 0 }), person)
    t.equal(await stream.next(/^: /), ': still here')
    signedIn = false
    t.equal(await stream.next(/^never/), null)
  })

  t.test('a closing server ends its streams', async t => {
    const { app, base, signUp } = await scene(t, database)
    const stream = await openStream(t, base, await signUp())
    await stream.next(/^retry: /)
    const closed = app.close()
    t.equal(await stream.next(/^never/), null)
    await closed
  })
})

const event: ServerEvent = { type: 'changed', noun: 'media', projectId: 'p' }
const heardBy = (bus: EventBus) => new Promise<ServerEvent>(resolve => bus.subscribe(resolve))

t.test(
  'an event of one server reaches clients of another on the same PostgreSQL',
  { skip: !databasesAtHand.includes('postgres') && 'PostgreSQL is missing' },
  async t => {
    const url = await freshPostgres(t)
    const onFault = (error: unknown) => t.error(error)
    const [one, two] = await Promise.all([postgresEventBus(url, onFault), postgresEventBus(url, onFault)])
    const heard = [heardBy(one), heardBy(two)]
    one.publish(event)
    t.same(await Promise.all(heard), [event, event])
    await one.close()
    await two.close()
  }
)

t.test(
  'a change in one server is repeated by another on the same PostgreSQL',
  { skip: !databasesAtHand.includes('postgres') && 'PostgreSQL is missing' },
  async t => {
    const one = await testBackend(t, { database: 'postgres' })
    const two = await testBackend(t, one.config)
    const [atOne, atTwo] = [await listening(t, one), await listening(t, two)]
    const owner = await one.signUp()
    const heardThere = await openStream(t, atTwo, owner)
    const project = await owner.makeProject()
    const change = { type: 'changed', noun: 'projects', projectId: project.id }
    t.same(await heardThere.nextEvent(), change)
    for (const base of [atOne, atTwo]) t.same(await (await openStream(t, base, owner, {}, '?recentSeconds=60')).nextEvent(), change)
  }
)
