import type { FastifyPluginAsync } from 'fastify'
import type { BodyOf } from '../../shared/contracts/contract.ts'
import { gatewayApi } from '../../shared/contracts/gateway.ts'
import { readBodies } from './bodies.ts'
import { TooManyRequests } from './failures.ts'

export interface ClientLogOptions {
  entriesPerMinute: number
  receiveWithinMs: number
  onEntry(level: string): void
}

const dataLimit = 4_000
const minuteSeconds = 60

/** Writes warnings and errors from the web app to the debug log, so that operators learn of faults in browsers. */
export const clientLog: FastifyPluginAsync<ClientLogOptions> = async (app, { entriesPerMinute, receiveWithinMs, onEntry }) => {
  readBodies(app, 'json', receiveWithinMs)
  const allowance = app.createRateLimit({ max: entriesPerMinute, timeWindow: minuteSeconds * 1000 })
  const { method, url, schema, bodyLimit } = gatewayApi.reportLog

  app.route<{ Body: BodyOf<typeof gatewayApi.reportLog> }>({
    method,
    url,
    schema: { body: schema.body },
    bodyLimit: bodyLimit!,
    config: { isPublic: true },
    async handler(request, reply) {
      for (const { level, message, timestamp, data } of request.body.entries) {
        const allowed = await allowance(request)
        if (!allowed.isAllowed && allowed.isExceeded) {
          reply.header('retry-after', String(minuteSeconds))
          throw new TooManyRequests(`${minuteSeconds} seconds`)
        }
        onEntry(level)
        const entry = {
          log: 'client',
          clientTime: timestamp,
          data: data === undefined ? undefined : JSON.stringify(data).slice(0, dataLimit)
        }
        request.log[level === 'ERROR' ? 'error' : 'warn'](entry, message)
      }
      return reply.code(204).send()
    }
  })
}
