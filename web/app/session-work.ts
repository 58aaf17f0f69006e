import { type AccountWork, provideAccountWork } from '../sync/account-work.ts'
import { openWork, removeWork } from './open-work.ts'
import type { SessionMachine } from './session-machine.ts'

/** By account: edits that the disk refused are in memory, and outlive the end of a session on this page. */
const opened = new Map<string, AccountWork>()
let current: AccountWork | null = null

/** The work of an account is open as long as its session; it waits on the disk for the next one. */
export function followSession(session: SessionMachine): void {
  session.subscribe(() => follow(session))
  follow(session)
  window.addEventListener('online', () => current?.outbox.retry())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && current?.outbox.status().waiting) current.outbox.retry()
  })
  window.addEventListener('beforeunload', event => {
    if (current?.outbox.status().unkept) event.preventDefault()
  })
  session.onSignedOut = forget
}

function follow(session: SessionMachine): void {
  const { state, user } = session.snapshot()
  if (state === 'loading' || (user?.id ?? null) === (current?.accountId ?? null)) return
  current?.outbox.pause()
  current = user ? workOf(session, user.id) : null
  current?.outbox.resume()
  provideAccountWork(current)
}

function workOf(session: SessionMachine, accountId: string): AccountWork {
  const known = opened.get(accountId)
  if (known && !known.disk.isDeleted) return known
  known?.outbox.close()
  const subject = session.subject()
  const work = openWork(accountId, () => session.subject() === subject)
  opened.set(accountId, work)
  return work
}

/** Signed out by choice: what was kept for the account goes. */
async function forget(accountId: string): Promise<void> {
  const work = opened.get(accountId)
  opened.delete(accountId)
  if (work) await removeWork(work)
}
