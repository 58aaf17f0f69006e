import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Contract } from '../../shared/contracts/contract.ts'
import type { AuditFields } from './audit-chain.ts'
import { fingerprint } from './session/cookies.ts'
import { tokenFacts } from './session/token.ts'

const textLimit = 256
/** Maximum size of a response that is searched for the id of a created record. */
const answerLimitBytes = 64 * 1024

/** Returns the outcome of a call for the audit log; null when no record is needed. */
export function outcomeOf(contract: Contract, { session, bearer }: FastifyRequest, reply: FastifyReply): string | null {
  const status = reply.statusCode
  const ofAccounts = contract.audit!.startsWith('auth.')
  if (contract.audit === 'auth.logout' && !session && !bearer) return null // there was no session to end
  if (contract.audit === 'media.uploaded') return status < 300 && uploadedOf(reply) ? 'success' : null
  if (status < 400) return 'success'
  if (status >= 500) return 'failed'
  if (status === 403 || (ofAccounts && (status === 401 || status === 400)) || contract.audit === 'auth.password.reset') return 'refused'
  return null
}

/**
 * Builds the audit record of a call: account, action, subject, address and outcome. Changed fields are recorded only by name, because their
 * values may be private.
 */
export function auditRecord(
  contract: Contract,
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: string,
  payload: unknown
): AuditFields {
  const answer = readAnswer(payload)
  const actor = actorOf(request, answer, outcome === 'unknown' ? null : reply.statusCode)
  const target = targetOf(contract, request, reply, answer)
  return {
    time: new Date().toISOString(),
    event: contract.audit!,
    code: reply.statusCode >= 400 ? bounded(answer.code) : null,
    outcome,
    'actor.id': actor.id,
    'actor.kind': actor.kind,
    'actor.session': request.session ? fingerprint(request.session.id) : null,
    'source.ip': request.ip,
    'source.agent': bounded(request.raw.headers['user-agent']),
    'target.type': target.type,
    'target.id': target.id,
    'request.id': request.id,
    'trace.id': request.traceparent.split('-')[1] ?? null,
    'http.method': request.method,
    'http.route': request.routeOptions.url ?? null,
    'http.status': reply.statusCode,
    reason: reply.statusCode >= 400 ? bounded(answer.detail) : null,
    changes: changedFields(contract, request.body)
  }
}

/** Builds the audit record of an event that has no contract. */
export function eventRecord(event: string, outcome: string, request: FastifyRequest, reason: string): AuditFields {
  const actor = actorOf(request, {}, null)
  return {
    time: new Date().toISOString(),
    event,
    code: null,
    outcome,
    'actor.id': actor.id,
    'actor.kind': actor.kind,
    'actor.session': request.session ? fingerprint(request.session.id) : null,
    'source.ip': request.ip,
    'source.agent': bounded(request.raw.headers['user-agent']),
    'target.type': null,
    'target.id': null,
    'request.id': request.id,
    'trace.id': request.traceparent.split('-')[1] ?? null,
    'http.method': request.method,
    'http.route': request.routeOptions.url ?? null,
    'http.status': null,
    reason: bounded(reason),
    changes: []
  }
}

/**
 * Names the person of a session, or of a token that the backend has issued or accepted. Any other token has an arbitrary `sub`, so only its
 * fingerprint is recorded.
 * @param status null before an answer
 */
function actorOf(
  { session, bearer, routeOptions }: FastifyRequest,
  answer: Record<string, unknown>,
  status: number | null
): { id: string | null; kind: string } {
  if (session) return { id: session.sub, kind: 'user' }
  const issued = typeof answer.access_token === 'string' ? answer.access_token : null
  const token = issued ?? bearer
  if (token === null) return { id: null, kind: 'anonymous' }
  const isAccepted = !routeOptions.config.isPublic && status !== null && status !== 401 && status < 500
  const sub = issued !== null || isAccepted ? tokenFacts(token).sub : null
  return sub === null ? { id: `sha256:${fingerprint(token)}`, kind: 'token' } : { id: sub, kind: 'user' }
}

/** Returns the item created by a finished upload; null for any other response. */
function uploadedOf(reply: FastifyReply): { type: string; id: string | null } | null {
  for (const type of ['media', 'model']) {
    const id = reply.getHeader(`isobath-${type}-id`)
    if (id !== undefined) return { type, id: bounded(id) }
  }
  return null
}

function targetOf(contract: Contract, request: FastifyRequest, reply: FastifyReply, answer: Record<string, unknown>) {
  const uploaded = uploadedOf(reply)
  if (uploaded) return uploaded
  const named = Object.entries((request.params ?? {}) as Record<string, string>).at(-1)
  if (named) return { type: named[0].replace(/Id$/, ''), id: bounded(named[1]) }
  const { username, email } = (request.body ?? {}) as { username?: unknown; email?: unknown }
  const account = username ?? email
  // Not the name itself, because people sometimes type their password into the wrong field.
  if (typeof account === 'string') return { type: 'account', id: `sha256:${fingerprint(account.trim().toLowerCase())}` }
  const made = reply.statusCode === 201 ? bounded(answer.id) : null
  return { type: contract.audit!.split('.')[0]!, id: made }
}

function changedFields({ audit, body: kind }: Contract, body: unknown): string[] {
  if (kind === 'stream' || audit!.startsWith('auth.') || typeof body !== 'object' || body === null || Array.isArray(body)) return []
  return Object.keys(body).filter(name => name !== 'revision')
}

function readAnswer(payload: unknown): Record<string, unknown> {
  if (!(typeof payload === 'string' || Buffer.isBuffer(payload)) || payload.length > answerLimitBytes) return {}
  try {
    const answer: unknown = JSON.parse(payload.toString())
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function bounded(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, textLimit) : null
}
