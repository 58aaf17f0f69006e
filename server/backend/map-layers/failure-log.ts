import type { FastifyBaseLogger } from 'fastify'

/** Time in milliseconds in which a cause is logged once per layer. */
const onceWithinMs = 10 * 60_000
/** Maximum number of causes per layer in that time, because a server can word each answer differently. */
const mostCauses = 10

interface Window {
  endsAt: number
  causes: Set<string>
  /** Number of failures since the window began. */
  failures: number
}

export type FailureLog = ReturnType<typeof failureLog>

/** Logs failures of map layers, once per layer and cause in ten minutes. A line has no address, because that may contain a key. */
export function failureLog(log: Pick<FastifyBaseLogger, 'warn'>) {
  const windows = new Map<string, Window>()

  function windowOf(layerId: string): Window {
    const found = windows.get(layerId)
    if (found && found.endsAt > Date.now()) return found
    for (const [id, { endsAt }] of windows) if (endsAt <= Date.now()) windows.delete(id)
    const opened = { endsAt: Date.now() + onceWithinMs, causes: new Set<string>(), failures: 0 }
    windows.set(layerId, opened)
    return opened
  }

  return (layerId: string, cause: string): void => {
    const window = windowOf(layerId)
    window.failures++
    if (window.causes.has(cause) || window.causes.size >= mostCauses) return
    window.causes.add(cause)
    log.warn({ layerId, cause, failures: window.failures }, 'a tile of a map layer could not be read')
  }
}
