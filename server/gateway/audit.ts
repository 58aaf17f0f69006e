import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Contract } from '../../shared/contracts/contract.ts'
import { headMessage } from './audit-heads.ts'
import { auditRecord, eventRecord, outcomeOf } from './audit-record.ts'
import { type AuditWriter, openAuditWriter } from './audit-writer.ts'
import { clientGoneStatus } from './completion.ts'
import { AuditLost, AuditUnavailable } from './failures.ts'

declare module 'fastify' {
  interface FastifyInstance {
    auditLog: AuditWriter
    /** Records an event that is not part of a contract. Failures are ignored. */
    auditEvent(request: FastifyRequest, event: string, outcome: string, reason: string): void
  }
  interface FastifyRequest {
    audited: boolean
  }
}

export interface AuditOptions {
  dataDir: string
  onFailure(): void
}

const dayMs = 24 * 3600_000

/**
 * Records audited calls in `DATA_DIR/logs/audit.log` before they are answered, and repeats the records on stdout. While the log cannot be
 * written, audited calls are refused, except for sign-out. Other calls are served.
 */
export const audit = fp<AuditOptions>(
  async (app, { dataDir, onFailure }) => {
    // LOG_LEVEL does not apply here, because operators who collect stdout rely on these lines.
    const log = app.log.child({ log: 'audit' }, { level: 'info' })
    const writer = await openAuditWriter({
      path: join(dataDir, 'logs', 'audit.log'),
      onWritten: lines => {
        for (const line of lines) log.info({ record: JSON.parse(line) })
      },
      onFailure: error => {
        onFailure()
        app.log.error({ err: error }, 'writing the audit log failed: audited calls are refused')
      }
    })
    app.decorate('auditLog', writer)
    app.decorate('auditEvent', (request: FastifyRequest, event: string, outcome: string, reason: string) => {
      writer.append(eventRecord(event, outcome, request, reason)).catch(() => undefined)
    })
    app.decorateRequest('audited', false)

    const logHead = () => app.log.info(writer.head(), headMessage)
    const daily = setInterval(logHead, dayMs).unref()
    app.addHook('onReady', async () => logHead())
    app.addHook('onClose', async () => {
      clearInterval(daily)
      await writer.close()
      logHead()
    })

    app.whenOver((request, reply, status) => {
      const { contract } = request.routeOptions.config
      if (status === clientGoneStatus && contract?.audit && contract.body !== 'stream') recordUnanswered(writer, contract, request, reply)
    })
    app.addHook('onRoute', route => {
      const contract = route.config?.contract
      if (!contract?.audit) return
      route.onRequest = [...[route.onRequest ?? []].flat(), refuseUnrecorded(writer, contract)]
      route.onSend = [...[route.onSend ?? []].flat(), record(writer, contract)]
    })
  },
  { name: 'audit', dependencies: ['completion'] }
)

function refuseUnrecorded(writer: AuditWriter, contract: Contract) {
  return async (request: FastifyRequest) => {
    if (writer.available() || mayGoUnrecorded(contract)) return
    request.audited = true
    throw new AuditUnavailable()
  }
}

function record(writer: AuditWriter, contract: Contract) {
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (request.audited) return payload
    const outcome = outcomeOf(contract, request, reply)
    if (outcome === null) return payload
    request.audited = true
    const waits = writer.available()
    const written = writer.append(auditRecord(contract, request, reply, outcome, payload))
    try {
      if (waits) await written
      else written.catch(() => undefined)
    } catch (error) {
      if (mayGoUnrecorded(contract) || reply.statusCode >= 400) return payload
      reply.removeHeader('set-cookie')
      throw new AuditLost({ cause: error })
    }
    return payload
  }
}

/** Whether a call is allowed without the audit log. Signing out must always work. */
function mayGoUnrecorded(contract: Contract): boolean {
  return contract.audit === 'auth.logout'
}

/** Records a call whose client disconnected before the response. Whether the backend executed it is unknown. */
function recordUnanswered(writer: AuditWriter, contract: Contract, request: FastifyRequest, reply: FastifyReply) {
  if (request.audited || request.exchange === null) return
  request.audited = true
  writer.append({ ...auditRecord(contract, request, reply, 'unknown', null), 'http.status': clientGoneStatus }).catch(() => undefined)
}
