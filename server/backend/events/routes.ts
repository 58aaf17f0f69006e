import { PassThrough } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { eventsApi, type ServerEvent } from '../../../shared/contracts/events.ts'
import { eventCodes } from '../../../shared/error-codes/events.ts'
import { codedError } from '../../lib/coded-error.ts'
import type { StillSignedIn } from '../accounts/still-signed-in.ts'
import type { JobKinds } from '../jobs/kinds.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Database } from '../storage/database.ts'
import { type Viewer, viewerOf } from '../viewer.ts'
import { audience } from './audience.ts'
import type { EventBus } from './bus.ts'

export interface EventRoutesOptions {
  db: Database
  events: EventBus
  access: ProjectAccess
  jobKinds: JobKinds
  stillSignedIn: StillSignedIn
  /** Interval between heartbeats on an idle stream, in milliseconds. */
  heartbeatMs?: number
}

/** Refusal of a stream beyond the limit of an account. */
const TooManyStreams = codedError<[number]>(eventCodes.TOO_MANY_STREAMS)

/** Maximum number of open streams of an account. The gateway has about 1,000 connections for the streams, uploads and downloads of all people. */
const streamsOfAccount = 100

/** Maximum number of unsent bytes of a stream. Beyond it, the server closes the stream, and the page opens a new one. */
const waitingLimitBytes = 256 * 1024

/**
 * Routes for server-sent events. A page sends the number of seconds in which it may have missed changes. The stream repeats those changes first.
 * The repeated changes pass the same filter as all other events, based on the viewer's current access. `Last-Event-ID` is ignored, because
 * events are not numbered.
 */
export const eventRoutes: FastifyPluginAsyncTypebox<EventRoutesOptions> = async (app, options) => {
  const { events, stillSignedIn, heartbeatMs = 15_000 } = options
  const open = new Map<PassThrough, Viewer['accountId']>()

  app.route({
    ...eventsApi.stream,
    handler: async (request, reply) => {
      const viewer = viewerOf(request)
      const own = [...open.values()].filter(accountId => accountId === viewer.accountId)
      if (own.length >= streamsOfAccount) throw new TooManyStreams(streamsOfAccount)
      const bearer = request.headers.authorization?.replace(/^Bearer +/i, '') ?? ''
      const stream = new PassThrough()
      const asKnownTo = audience(viewer, options)
      let order = Promise.resolve()

      function write(text: string) {
        if (stream.writableLength > waitingLimitBytes) stream.destroy()
        if (!stream.destroyed) stream.write(text)
      }

      async function send(event: ServerEvent) {
        const known = await asKnownTo(event)
        if (known) write(`data: ${JSON.stringify(known)}\n\n`)
      }

      async function beat() {
        if (await stillSignedIn(viewer, bearer)) write(': still here\n\n')
        else stream.end()
      }

      const fail = (error: unknown) => {
        request.log.warn({ err: error }, 'event stream closed')
        stream.destroy()
      }
      const sendNext = (event: ServerEvent) => {
        order = order.then(() => send(event)).catch(fail)
      }
      // in one step with the subscription, so that no event is missed or sent twice
      for (const event of events.recent(request.query.recentSeconds ?? 0)) sendNext(event)
      const unsubscribe = events.subscribe(sendNext)
      const timer = setInterval(() => beat().catch(fail), heartbeatMs)
      stream.once('close', () => {
        clearInterval(timer)
        unsubscribe()
        open.delete(stream)
      })
      open.set(stream, viewer.accountId)
      write('retry: 3000\n\n')
      return reply
        .type('text/event-stream')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no') // nginx would otherwise buffer events
        .send(stream)
    }
  })

  app.addHook('preClose', async () => {
    for (const stream of open.keys()) stream.end()
  })
}
