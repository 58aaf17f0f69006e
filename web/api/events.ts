import type { ServerEvent } from '../../shared/contracts/events.ts'
import { repeatedSeconds } from '../../shared/limits.ts'
import { readConfig } from './config.ts'
import { apiPath } from './request.ts'

type Listener = (event: ServerEvent) => void

const listeners = new Map<Listener, () => void>()
/** Delays in milliseconds before the stream is reopened: after a refusal (`reopenMs`), and after a lost connection (`reconnectMs`). */
const reopenMs = 15_000
const reconnectMs = 3_000
/** Seconds added to the period whose changes the server repeats, for requests and events in transit. */
const slackSeconds = 10

let source: EventSource | null = null
let broken = false
/** Time since which changes may have been missed. It starts with the page load, because screens read data before the stream opens. */
let heardUntil = performance.timeOrigin
let reopening: ReturnType<typeof setTimeout> | null = null

/**
 * Adds a listener for server events. One connection serves the whole page, and is open while there are listeners. The server must offer the
 * feature `events`. In bearer mode no events arrive, because an EventSource cannot send an Authorization header. Screens that wait for a
 * change therefore also poll.
 * @param resumed called when the stream opens and events may have been lost: after an interruption, or a pause that the server does not cover
 * @returns a function that removes the listener
 */
export function listenToServer(listener: Listener, resumed: () => void = () => {}): () => void {
  listeners.set(listener, resumed)
  if (readConfig().sessionMode === 'cookie') open()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    if (source?.readyState === EventSource.OPEN) heardUntil = Date.now()
    close()
  }
}

function open(): void {
  if (source) return
  const missedSeconds = Math.ceil(Math.abs(Date.now() - heardUntil) / 1000) + slackSeconds
  if (missedSeconds > repeatedSeconds) broken = true
  source = new EventSource(apiPath(`/events?recentSeconds=${Math.min(missedSeconds, repeatedSeconds)}`))
  source.addEventListener('message', ({ data }: MessageEvent<string>) => {
    heardUntil = Date.now()
    const event = parse(data)
    if (event) for (const listener of listeners.keys()) listener(event)
  })
  source.addEventListener('open', () => {
    heardUntil = Date.now()
    if (broken) for (const resumed of listeners.values()) resumed()
    broken = false
  })
  source.addEventListener('error', () => {
    // reopened here, because the browser would reuse the first address with its outdated `recentSeconds`
    const pauseMs = source?.readyState === EventSource.CLOSED ? reopenMs : reconnectMs
    broken = true
    close()
    if (listeners.size > 0) reopening = setTimeout(open, pauseMs)
  })
}

function close(): void {
  source?.close()
  source = null
  if (reopening) clearTimeout(reopening)
  reopening = null
}

const known = new Set<unknown>(['job', 'changed', 'presence'] satisfies ServerEvent['type'][])

function parse(data: string): ServerEvent | null {
  try {
    const event = JSON.parse(data) as Partial<ServerEvent> | null
    return event && known.has(event.type) ? (event as ServerEvent) : null
  } catch {
    return null // a comment from a proxy
  }
}
