import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import type { Person } from './backend.ts'

/** An event of the stream, with the fields that any of them has. */
export interface Heard {
  type: string
  noun?: string
  mediaId?: string
  by?: string
  person?: { id: string; name: string }
  job?: { kind: string; done: number; total: number | null }
}

/**
 * Subscribes to the event stream as a person, from `recentSeconds` ago. `until` resolves when an event about an image, or about none, by an account
 * has arrived, and with it all earlier events. Events of edits before the subscription may arrive too.
 */
export async function hearing(t: Test, app: FastifyInstance, { tokens }: Person, recentSeconds?: number) {
  const answer = await app.inject({
    method: 'GET',
    url: recentSeconds ? `/api/events?recentSeconds=${recentSeconds}` : '/api/events',
    headers: { authorization: `Bearer ${tokens.access_token}` },
    payloadAsStream: true
  })
  const stream = answer.stream()
  t.teardown(() => stream.destroy())
  const heard: Heard[] = []
  stream.on('data', (chunk: Buffer) => {
    for (const [, data = ''] of String(chunk).matchAll(/^data: (.*)$/gm)) heard.push(JSON.parse(data))
  })
  async function until(what: string, mediaId: string | undefined, accountId: string): Promise<void> {
    const isIt = (event: Heard) =>
      (event.noun ?? event.type) === what && event.mediaId === mediaId && (event.by ?? event.person?.id) === accountId
    while (!heard.some(isIt)) await pause(10)
  }
  return { heard, until }
}
