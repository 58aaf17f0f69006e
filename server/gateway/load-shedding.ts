import { monitorEventLoopDelay } from 'node:perf_hooks'
import fp from 'fastify-plugin'
import { Overloaded } from './failures.ts'

export interface LoadSheddingOptions {
  openRequests: number
  loopDelayMs: number
  /** Returns the number of open streams. Streams are idle most of the time, so they do not count as load. */
  openStreams: () => number
  onRefused(): void
}

const sampleMs = 500
const retryAfterSeconds = 2
const alwaysAnswered = new Set(['/healthz', '/readyz', '/metrics'])

/** Answers requests with 503 when too many are open, or when the event loop lags repeatedly. */
export const loadShedding = fp<LoadSheddingOptions>(
  async (app, { openRequests, loopDelayMs, openStreams, onRefused }) => {
    const delay = monitorEventLoopDelay({ resolution: 20 })
    app.addHook('onReady', async () => {
      delay.enable() // not earlier: the start blocks the loop for a while, but no request waits then
    })
    let lagging = false
    let lagged = false
    let open = 0
    const sampling = setInterval(() => {
      const lags = delay.percentile(50) / 1e6 > loopDelayMs
      lagging = lags && lagged // a single long pause, such as a garbage collection, is not an overload
      lagged = lags
      delay.reset()
    }, sampleMs).unref()
    app.addHook('onClose', async () => {
      clearInterval(sampling)
      delay.disable()
    })

    app.addHook('onRequest', (request, reply, done) => {
      open += 1
      const overloaded = lagging || open - openStreams() > openRequests
      if (!overloaded || alwaysAnswered.has(request.raw.url!)) return done()
      onRefused()
      reply.header('retry-after', String(retryAfterSeconds))
      done(new Overloaded())
    })
    app.whenOver(() => {
      open -= 1
    })
  },
  { name: 'load-shedding', dependencies: ['completion'] }
)
