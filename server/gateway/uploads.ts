import { Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify'
import { hearRefusals } from '../lib/early-refusals.ts'
import { hasEncoding } from './bodies.ts'
import { BodyTooLarge, EncodedBody } from './failures.ts'

/** Accepts bodies of any content type in this scope, and streams them. */
export function passUploads(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  hearRefusals(app)
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}

/** Refuses an upload over the limit: immediately if it declares its length, else once it exceeds the limit. */
export function limitUpload(limitBytes: number): preParsingHookHandler {
  return (request, reply, payload, done) => {
    if (hasEncoding(request)) return done(new EncodedBody())
    const { 'content-length': length, 'transfer-encoding': pieces } = request.raw.headers
    if (Number(length) > limitBytes) {
      closeAfter(reply)
      return done(new BodyTooLarge(inWords(limitBytes)))
    }
    if (pieces === undefined && !(Number(length) > 0)) return done(null, payload)
    done(null, payload.pipe(counter(request, limitBytes)))
  }
}

/** Closes the connection after a response that is sent before the upload has finished. The rest of the upload is not awaited. */
export function closeAfter(reply: FastifyReply): void {
  reply.header('connection', 'close')
  reply.request.raw.resume()
}

/** Whether part of the body has yet to arrive. */
export function isArriving(body: unknown): boolean {
  return body instanceof Transform && !body.writableFinished
}

/**
 * Counts the bytes of an upload. Errors do not propagate back to the request, because the client must still get a response when the backend
 * aborts.
 */
function counter(request: FastifyRequest, limitBytes: number): Transform {
  let received = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      if (received > limitBytes) {
        request.exchange?.abort(new BodyTooLarge(inWords(limitBytes)))
        return
      }
      request.exchange?.uploadMoves()
      done(null, chunk)
    },
    flush(done) {
      request.exchange?.uploadArrived()
      done()
    }
  })
}

function inWords(bytes: number): string {
  if (bytes >= 1024 ** 3) return `${bytes / 1024 ** 3} GB`
  return bytes >= 1024 ** 2 ? `${bytes / 1024 ** 2} MB` : `${bytes} bytes`
}
