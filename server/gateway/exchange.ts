import { isAscii } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { Deadlines } from './config.ts'
import { BackendTimeout, BodyTooSlow, ClientGone, SessionRenewed } from './failures.ts'
import type { OutgoingHeaders } from './upstream-headers.ts'

export interface Answer {
  statusCode: number
  headers: OutgoingHeaders
  /** Response body; undefined if there is none. A large body, or one without a total deadline, is a stream. */
  body: Buffer | string | Readable | undefined
}

export type AnswerCallback = (error: Error | null, answer?: Answer) => void

/**
 * Deadlines of an exchange.
 * `call`: one total deadline for the complete response. `download`: a first-byte deadline, then an idle limit.
 * `upload`: an idle limit while the body is sent, then a first-byte deadline.
 */
export type ExchangeKind = 'call' | 'download' | 'upload'

export interface ExchangeOptions {
  kind: ExchangeKind
  deadlines: Deadlines
  dispatcher: Dispatcher
  cleanHeaders: (headers: IncomingHttpHeaders) => OutgoingHeaders
}

/** Maximum size of a call's response that is buffered. A larger response is streamed. */
const heldBytes = 1024 * 1024
const nothing: OutgoingHeaders = {}

/** Request to the backend and its response. The exchange handles deadlines, a disconnected client, and a single replay of the request. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly kind: ExchangeKind
  /** Returns a new access token after a 401; null if there is none. @throws if the 401 turns into another failure */
  renew: (() => Promise<string | null>) | null = null
  statusCode = 0
  /** Milliseconds of the total deadline that passed before the call began. */
  spentMs = 0
  /** Whether the client is still sending the body. */
  awaitsBody = false
  /** Whether the response is ASCII text. */
  isAscii = false
  /** Time in milliseconds from the start to the head (streams) or end (calls) of the response, or to the failure. */
  tookMs = 0
  readonly #options: ExchangeOptions
  #request: Dispatcher.DispatchOptions | null = null
  #callback: AnswerCallback | null = null
  #controller: Dispatcher.DispatchController | null = null
  #headers = nothing
  #held: Buffer[] | null = null
  #heldLength = 0
  #body: Readable | null = null
  #timer: NodeJS.Timeout | undefined
  #over: Error | null = null
  #replayed = false
  #endsAt = 0
  #beganAt = 0

  constructor(options: ExchangeOptions) {
    this.kind = options.kind
    this.#options = options
  }

  begin(request: Dispatcher.DispatchOptions, callback: AnswerCallback): void {
    this.#request = request
    this.#callback = callback
    this.#beganAt = performance.now()
    if (this.#over) {
      this.#fail(this.#over)
      return
    }
    const { call, firstByte, idle } = this.#options.deadlines
    if (this.kind === 'call') {
      const leftMs = Math.max(1, call - this.spentMs)
      this.#endsAt = Date.now() + leftMs
      this.#wait(leftMs)
    } else {
      this.#wait(this.awaitsBody ? idle : firstByte)
    }
    this.#options.dispatcher.dispatch(request, this)
  }

  /** Restarts the idle limit. Call it for each chunk that the client uploads. */
  uploadMoves(): void {
    if (!this.#held && !this.#body) this.#timer?.refresh()
  }

  uploadArrived(): void {
    this.awaitsBody = false
    if (this.#timer && !this.#body) this.#wait(this.#options.deadlines.firstByte)
  }

  /** Aborts the call. The callback receives the failure, unless the client has disconnected. */
  abort(reason: Error): void {
    if (this.#over) return
    this.#over = reason
    clearTimeout(this.#timer)
    if (reason instanceof ClientGone) this.#callback = null
    this.#controller?.abort(reason)
    this.#fail(reason)
  }

  get isEventStream(): boolean {
    return this.#body !== null && String(this.#headers['content-type'] ?? '').startsWith('text/event-stream')
  }

  /** Ends an event stream cleanly with a final chunk. */
  finishStream(lastPiece: string): void {
    const body = this.#body
    if (!body || this.#over) return
    this.#over = new ClientGone()
    clearTimeout(this.#timer)
    body.push(lastPiece)
    body.push(null)
    this.#body = null // it now ends on its own; only the backend's side is aborted
    this.#controller?.abort(this.#over)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#over) controller.abort(this.#over)
  }

  onResponseStart(_controller: Dispatcher.DispatchController, statusCode: number, headers: IncomingHttpHeaders): void {
    if (statusCode < 200) return
    this.statusCode = statusCode
    this.#headers = this.#options.cleanHeaders(headers)
    this.#held = []
    this.#heldLength = 0
    if (this.kind !== 'call' && !(statusCode === 401 && this.renew)) this.#passOn()
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#body) {
      const wantsMore = this.#body.push(chunk)
      if (!wantsMore) controller.pause()
      if (this.kind === 'call') return
      if (wantsMore) this.#timer?.refresh()
      else this.#wait(this.#options.deadlines.stalledClient)
      return
    }
    this.#held!.push(chunk)
    this.#heldLength += chunk.length
    if (this.#heldLength > heldBytes) this.#passOn()
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer)
    if (this.#body) {
      this.#body.push(null)
      this.#release()
      return
    }
    if (this.statusCode === 401 && this.renew && !this.#replayed) void this.#replay(this.renew)
    else this.#answerWhole()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (!this.#held && !this.#over && this.#mayRepeat(error)) {
      this.#replayed = true
      this.#options.dispatcher.dispatch(this.#request!, this)
      return
    }
    this.#fail(this.#over ?? error)
  }

  #fail(error: Error): void {
    clearTimeout(this.#timer)
    this.#body?.destroy(error)
    this.#settle(error)
    this.#release()
  }

  /** Releases large objects, because undici keeps finished requests and their handlers in its queue for a while. */
  #release(): void {
    this.#request = null
    this.#held = null
    this.#headers = nothing
    this.#controller = null
    this.#timer = undefined
    this.renew = null
  }

  #settle(error: Error | null, answer?: Answer): void {
    const callback = this.#callback
    this.#callback = null
    this.tookMs = performance.now() - this.#beganAt
    callback?.(error, answer)
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(expire, ms, this)
  }

  #answerWhole(): void {
    const held = this.#held!
    const bytes = held.length === 1 ? held[0]! : Buffer.concat(held, this.#heldLength)
    // Node sends a text body in one write with the head, but a buffer in a second one.
    this.isAscii = isAscii(bytes)
    const body = bytes.length === 0 ? undefined : this.isAscii ? bytes.toString('latin1') : bytes
    this.#settle(null, { statusCode: this.statusCode, headers: this.#headers, body })
    this.#release()
  }

  #passOn(): void {
    const controller = this.#controller!
    const body = new Readable({
      highWaterMark: 256 * 1024,
      read: () => {
        if (!controller.paused) return
        controller.resume()
        if (this.kind !== 'call') this.#wait(this.#options.deadlines.idle)
      },
      destroy: (error, done) => {
        if (!this.#over && !body.readableEnded) this.abort(error ?? new ClientGone())
        done(error)
      }
    })
    // The client may disconnect before Fastify listens to the body. An unhandled error would end the process.
    body.on('error', () => {})
    for (const chunk of this.#held!) body.push(chunk)
    this.#body = body
    if (this.kind !== 'call') this.#wait(this.#options.deadlines.idle)
    this.#settle(null, { statusCode: this.statusCode, headers: this.#headers, body })
  }

  async #replay(renew: () => Promise<string | null>): Promise<void> {
    this.#replayed = true
    try {
      const bearer = await renew()
      if (this.#over) return
      if (bearer === null) return this.#answerWhole()
      if (this.kind === 'upload') return this.#fail(new SessionRenewed())
      const request = this.#request!
      this.#request = { ...request, headers: { ...(request.headers as OutgoingHeaders), authorization: `Bearer ${bearer}` } }
      this.#held = null
      this.#wait(this.kind === 'call' ? Math.max(1, this.#endsAt - Date.now()) : this.#options.deadlines.firstByte)
      this.#options.dispatcher.dispatch(this.#request, this)
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  /** Whether a failed request may be repeated: once, for a GET or HEAD whose connection was reset. The backend may have closed an idle connection. */
  #mayRepeat(error: Error & { code?: string }): boolean {
    const { method } = this.#request!
    const reset = error.code === 'UND_ERR_SOCKET' || error.code === 'ECONNRESET' || error.code === 'EPIPE'
    return reset && !this.#replayed && (method === 'GET' || method === 'HEAD')
  }
}

function expire(exchange: Exchange): void {
  if (exchange.awaitsBody) exchange.abort(new BodyTooSlow())
  else exchange.abort(new BackendTimeout())
}
