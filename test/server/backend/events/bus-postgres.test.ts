import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import t, { type Test } from 'tap'
import { postgresEventBus } from '../../../../server/backend/events/bus-postgres.ts'
import type { ServerEvent } from '../../../../shared/contracts/events.ts'
import { databasesAtHand, freshPostgres } from '../../../support/postgres.ts'

const skip = databasesAtHand.includes('postgres') ? false : 'no PostgreSQL'

t.test('without PostgreSQL one connection at a time is tried, and listening resumes automatically', { skip }, async t => {
  const url = await freshPostgres(t)
  const relay = await startRelay(t, new URL(url))
  const bus = await postgresEventBus(relay.url, () => {})
  t.teardown(() => bus.close())
  const heard: ServerEvent[] = []
  bus.subscribe(event => heard.push(event))

  relay.cutAndRefuse(3)
  await publishUntil(url, () => heard.length > 0)
  t.equal(relay.arrivals(), 1 + 3 + 1, 'the first connection, three refused ones, and the one on which it resumed')
})

t.test('events that wait for a connection that ends reach the pages of their own process', { skip }, async t => {
  const relay = await startRelay(t, new URL(await freshPostgres(t)))
  const bus = await postgresEventBus(relay.url, () => {})
  t.teardown(() => bus.close())
  const heard: ServerEvent[] = []
  bus.subscribe(event => heard.push(event))

  const events = ['a', 'b', 'c'].map((projectId): ServerEvent => ({ type: 'changed', noun: 'media', projectId }))
  for (const event of events) bus.publish(event)
  relay.cutAndRefuse(1)
  while (heard.length < events.length) await pause(50)
  t.same(heard, events, 'in order and once')
})

/** Starts a relay between a client and PostgreSQL, so that the connection can be cut. */
async function startRelay(t: Test, target: URL) {
  let arrivals = 0
  let refusals = 0
  const open = new Set<Socket>()
  const server = createServer(client => {
    arrivals++
    if (refusals > 0) {
      refusals--
      client.destroy()
      return
    }
    const database = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [client, database],
      [database, client]
    ] as const) {
      open.add(socket)
      socket.pipe(other)
      socket.on('error', () => {}).on('close', () => other.destroy())
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    arrivals: () => arrivals,
    cutAndRefuse(next: number) {
      refusals = next
      for (const socket of open) socket.destroy()
    }
  }
}

/** Publishes from another process on the same database until a subscriber has received an event. */
async function publishUntil(url: string, heard: () => boolean) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const event = JSON.stringify({ type: 'changed', noun: 'projects', projectId: null } satisfies ServerEvent)
  while (!heard()) {
    await client.query('select pg_notify($1, $2)', ['isobath_events', event])
    await pause(50)
  }
  await client.end()
}
