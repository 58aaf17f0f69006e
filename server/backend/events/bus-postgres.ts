import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import type { ServerEvent } from '../../../shared/contracts/events.ts'
import { type EventBus, localEventBus } from './bus.ts'

const channel = 'isobath_events'
/** Maximum size of a payload in bytes. PostgreSQL refuses payloads of 8,000 bytes or more, so larger events stay in the publishing process. */
const payloadLimitBytes = 7_900
const reconnectMs = 2_000

/**
 * Event bus for several processes that share a PostgreSQL database. An event published by one process reaches the listeners of all. While the
 * connection is down, events reach only the process that publishes them. An event in flight may be lost to the other processes, and may arrive twice
 * in its own. Both are acceptable, because pages also reload their data automatically. The bus reconnects automatically.
 */
export async function postgresEventBus(databaseUrl: string, onFault: (error: unknown) => void): Promise<EventBus> {
  const { default: pg } = await import('pg') // imported here to save memory on servers that use SQLite
  const local = localEventBus()
  let client: Client | null = null
  let closed = false
  let sending = Promise.resolve()

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: databaseUrl, application_name: 'isobath events', keepAlive: true })
    next.on('notification', ({ payload }) => payload && local.publish(JSON.parse(payload) as ServerEvent))
    next.on('error', onFault)
    next.on('end', () => {
      if (client !== next) return // it was not listening yet: the caller of connect() retries
      client = null
      void reconnect()
    })
    await next.connect()
    await next.query(`listen ${channel}`)
    client = next
  }

  async function reconnect() {
    while (!closed && !client) {
      await pause(reconnectMs, undefined, { ref: false })
      if (!closed && !client) await connect().catch(onFault)
    }
  }

  async function notify(event: ServerEvent, payload: string) {
    // The connection may have ended while the event waited for its turn.
    if (!client) return local.publish(event)
    await client.query('select pg_notify($1, $2)', [channel, payload]).catch(error => {
      local.publish(event)
      onFault(error)
    })
  }

  await connect()

  return {
    publish(event) {
      const payload = JSON.stringify(event)
      if (!client || Buffer.byteLength(payload) > payloadLimitBytes) return local.publish(event)
      sending = sending.then(() => notify(event, payload)).catch(onFault)
    },
    subscribe: local.subscribe,
    recent: local.recent,
    async close() {
      closed = true
      await sending
      await client?.end()
      await local.close()
    }
  }
}
