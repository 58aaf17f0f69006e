import type { Disk } from './disk.ts'
import type { Outbox } from './outbox.ts'

/** Storage and unsent edits of a signed-in account in this browser. */
export interface AccountWork {
  accountId: string
  disk: Disk
  outbox: Outbox
}

let current: AccountWork | null = null
const listeners = new Set<() => void>()

/** Sets the work of the signed-in account; null while no account is signed in. */
export function provideAccountWork(work: AccountWork | null): void {
  if (work === current) return
  current = work
  for (const listener of listeners) listener()
}

export const accountWork = (): AccountWork | null => current

export function onAccountWork(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
