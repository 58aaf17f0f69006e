import { Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify'
import { hearRefusals } from '../lib/early-refusals.ts'
import { hasEncoding } from './bodies.ts'
import { BodyTooLarge, EncodedBody } from './failures.ts'

/** Lets bodies of any type through in this scope, piece by piece. */
export function passUploads(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  hearRefusals(app)
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}

/** Refuses an upload over the limit: at once when it says its length, else when it gets there. */
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

/** For an answer before the whole upload arrived: the rest is not waited for, and nothing follows on this connection. */
export function closeAfter(reply: FastifyReply): void {
  reply.header('connection', 'close')
  reply.request.raw.resume()
}

/** True while pieces of this body are still to come. */
export function isArriving(body: unknown): boolean {
  return body instanceof Transform && !body.writableFinished
}

/** Not joined with the request in both directions: when the backend gives up, the client must still hear its answer. */
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
