import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '../../lib/ids.ts'
import type { Database } from '../storage/database.ts'

/** Duration of a lease in milliseconds. A lease is renewed while its request lasts, so the host is soon free again after a crash. */
const heldMs = 10_000
const prolongMs = 3_000
const againMs = 200

export type HostTurns = <T>(url: URL, work: () => Promise<T>, signal: AbortSignal) => Promise<T>

/**
 * Serialises requests to each host across all servers of a database.
 * @param spacingOf pause in milliseconds after a request to an address
 */
export const hostLeases =
  (db: Database, spacingOf: (url: URL) => number): HostTurns =>
  async (url, work, signal) => {
    const holder = newId()
    const freeAfter = (ms: number) =>
      db
        .updateTable('scraper_host')
        .set({ free_at_ms: Date.now() + ms })
        .where('host', '=', url.host)
        .where('holder', '=', holder)
        .execute()
    while (!(await isTaken(db, url.host, holder))) await pause(againMs, undefined, { signal })
    // If the renewal fails, the lease expires but the request continues.
    const timer = setInterval(() => void freeAfter(heldMs).catch(() => {}), prolongMs)
    try {
      return await work()
    } finally {
      clearInterval(timer)
      await freeAfter(spacingOf(url))
    }
  }

/** Leases a host if it is free. @returns false while another request holds it */
async function isTaken(db: Database, host: string, holder: string): Promise<boolean> {
  const now = Date.now()
  const taken = await db
    .insertInto('scraper_host')
    .values({ host, holder, free_at_ms: now + heldMs })
    .onConflict(conflict =>
      conflict
        .column('host')
        .doUpdateSet({ holder, free_at_ms: now + heldMs })
        .where('scraper_host.free_at_ms', '<=', now)
    )
    .returning('host')
    .executeTakeFirst()
  return taken !== undefined
}
