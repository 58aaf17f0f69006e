import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Person, TestBackend } from './backend.ts'
import type { startedThreads } from './started-threads.ts'
import { until } from './until.ts'

interface Sent {
  app: TestBackend['app']
  by: Person
  /** Path below `/api`. */
  url: string
  body: string
}

/** Sends a body and disconnects once a thread has begun to read it. @returns when that thread has ended */
export async function leaveWhileRead(started: Awaited<ReturnType<typeof startedThreads>>, { app, by, url, body }: Sent): Promise<void> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const headers = { authorization: `Bearer ${by.tokens.access_token}`, 'content-type': 'text/csv' }
  const sent = request({ port, headers, agent: false, method: 'POST', path: `/api${url}` })
  sent.on('error', () => {}).end(body)
  await until(
    () => started.length,
    count => count > 0,
    { pauseMs: 5 }
  )
  sent.destroy()
  await started[0]?.ended
}
