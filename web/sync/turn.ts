import { newId } from '../../shared/new-id.ts'
import type { Disk } from './disk.ts'

/**
 * Runs work while no other page of this browser does the same.
 * `isMine` resolves to true as long as this page has the turn.
 * @returns false when another page has the turn
 */
export type Turn = (work: (isMine: () => Promise<boolean>) => Promise<void>) => Promise<boolean>

/** Turn based on Web Locks. A page that crashes releases its lock immediately. */
export const lockTurn =
  (locks: Pick<LockManager, 'request'>, name: string): Turn =>
  async work => {
    await locks.request(name, () => work(async () => true))
    return true
  }

/** Duration of a lease, in milliseconds. It is longer than a request may take. The lease is renewed before each request. */
const leaseMs = 45_000

/** Turn for pages without Web Locks, as on plain HTTP. The database stores the id of the page and the end of its turn. */
export function leaseTurn(disk: Disk, name: string, now: () => number = Date.now): Turn {
  const holder = newId()

  async function take(): Promise<boolean> {
    return disk.use(async database => {
      const { store, done } = database.transaction('lease', 'readwrite')
      const held = await store.get(name)
      const isFree = !held || held.holder === holder || held.until <= now()
      if (isFree) await store.put({ name, holder, until: now() + leaseMs })
      await done
      return isFree
    })
  }

  async function giveBack(): Promise<void> {
    await disk.use(async database => {
      const { store, done } = database.transaction('lease', 'readwrite')
      if ((await store.get(name))?.holder === holder) await store.delete(name)
      await done
    })
  }

  return async work => {
    // without a disk, no two pages share edits that both could send
    if (!(await take().catch(() => true))) return false
    try {
      await work(() => take().catch(() => true))
      return true
    } finally {
      await giveBack().catch(() => {})
    }
  }
}
