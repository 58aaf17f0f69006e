import type { DebugEntry } from './debug-entry.ts'

const waitMs = 2_000
const largestBatch = 20

type Send = (url: string, init: RequestInit) => Promise<{ status: number }>

/**
 * Creates a function that sends warnings and errors to the gateway's debug log. It sends at most 20 entries every two seconds.
 * Further entries are dropped. It stops for good when the server turns out to lack the endpoint, and never logs its own failures.
 */
export function debugForwarder(send: Send, schedule: (task: () => void, ms: number) => void = setTimeout) {
  let waiting: DebugEntry[] = []
  let scheduled = false
  let offered = true

  async function flush() {
    scheduled = false
    const entries = waiting
    waiting = []
    const headers = { 'Content-Type': 'application/json', 'X-Requested-By': 'app' }
    const answer = await send('/api/debug-log', { method: 'POST', headers, body: JSON.stringify({ entries }), keepalive: true }).catch(
      () => null
    )
    if (answer && (answer.status === 404 || answer.status === 405)) offered = false
  }

  return (entry: DebugEntry): void => {
    if (!offered || waiting.length >= largestBatch) return
    waiting.push(entry)
    if (scheduled) return
    scheduled = true
    schedule(() => void flush(), waitMs)
  }
}
