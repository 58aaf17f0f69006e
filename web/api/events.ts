import type { ServerEvent } from '../../shared/contracts/events.ts'
import { readConfig } from './config.ts'
import { apiPath } from './request.ts'

type Listener = (event: ServerEvent) => void

const listeners = new Map<Listener, () => void>()
/** Delay in milliseconds before a refused stream is opened again. The browser restores a lost connection automatically. */
const reopenMs = 15_000

let source: EventSource | null = null
let broken = false
let reopening: ReturnType<typeof setTimeout> | null = null

/**
 * Adds a listener for server events. One connection serves the whole page, and is open while there are listeners. The server must offer the
 * feature `events`. In bearer mode no events arrive, because an EventSource cannot send an Authorization header. Screens that wait for a
 * change therefore also poll.
 * @param resumed called when the stream reopens after an interruption, whose events are lost
 * @returns a function that removes the listener
 */
export function listenToServer(listener: Listener, resumed: () => void = () => {}): () => void {
  listeners.set(listener, resumed)
  if (readConfig().sessionMode === 'cookie') open()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) close()
  }
}

function open(): void {
  if (source) return
  source = new EventSource(apiPath('/events'))
  source.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const event = parse(data)
    if (event) for (const listener of listeners.keys()) listener(event)
  })
  source.addEventListener('open', () => {
    if (broken) for (const resumed of listeners.values()) resumed()
    broken = false
  })
  source.addEventListener('error', () => {
    broken = true
    if (source?.readyState !== EventSource.CLOSED) return
    close()
    if (listeners.size > 0) reopening = setTimeout(open, reopenMs)
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
    return null // a comment of a proxy
  }
}
