import { type AccountWork, provideAccountWork } from '../sync/account-work.ts'
import { closeToastActions } from '../ui/shell-toast.ts'
import { openWork, removeWork } from './open-work.ts'
import type { SessionMachine } from './session-machine.ts'

/**
 * Opened work by account. The work outlives the session, because edits that could not be written to the disk exist only in memory. Such edits
 * last as long as the page is open.
 */
const opened = new Map<string, AccountWork>()
let current: AccountWork | null = null

/** Opens an account's work when its session starts, and pauses it when the session ends. Between sessions, the work stays on the disk. */
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
  if (current) closeToastActions()
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

/** Removes an account's data after a deliberate sign-out. */
async function forget(accountId: string): Promise<void> {
  const work = opened.get(accountId)
  opened.delete(accountId)
  if (work) await removeWork(work)
}
