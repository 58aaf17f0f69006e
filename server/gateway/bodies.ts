import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify'
import type { Contract } from '../../shared/contracts/contract.ts'
import { hearRefusals } from '../lib/early-refusals.ts'
import { readForm } from '../lib/form-body.ts'
import { readJsonBodies } from '../lib/json-bodies.ts'
import { BodyTooSlow, EncodedBody } from './failures.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Body as sent, which is forwarded to the backend; null without a parsed body. `body` is the validated copy. */
    rawBody: Buffer | null
    bodyType: string | null
  }
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

/** Parses bodies of one kind in this scope. Any other content type is answered with 415. */
export function readBodies(app: FastifyInstance, kind: NonNullable<Contract['body']>, receiveWithinMs: number): void {
  app.removeAllContentTypeParsers()
  hearRefusals(app)
  if (kind === 'json' || kind === 'json-or-form') readJson(app)
  if (kind === 'form' || kind === 'json-or-form') readForms(app)

  app.addHook('preParsing', (request, reply, payload, done) => {
    if (hasEncoding(request)) return done(new EncodedBody())
    if (request.raw.headers['content-type'] === undefined) return done(null, payload)
    const timer = setTimeout(giveUp, receiveWithinMs, payload)
    payload.once('end', () => clearTimeout(timer))
    reply.raw.once('close', () => clearTimeout(timer))
    done(null, payload)
  })
}

/** Ends a body that arrives too slowly. The body parser receives the error and answers as for any broken body. */
function giveUp(payload: RequestPayload): void {
  if (payload.listenerCount('error') > 0) payload.emit('error', new BodyTooSlow())
}

export function hasEncoding(request: FastifyRequest): boolean {
  const encoding = request.raw.headers['content-encoding']
  return encoding !== undefined && encoding !== 'identity'
}

function readJson(app: FastifyInstance) {
  readJsonBodies(app, (request, body) => {
    request.rawBody = body
    request.bodyType = json
  })
}

function readForms(app: FastifyInstance) {
  app.addContentTypeParser(form, { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer
    request.bodyType = form
    try {
      done(null, readForm(body.toString('utf8')))
    } catch (error) {
      done(error as Error)
    }
  })
}
