import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { readConfig } from '../api/config.ts'
import { provideCredentials } from '../api/credentials.ts'
import { queryClient } from '../api/query-client.ts'
import { SessionContext, type SessionHandle } from '../api/session-context.ts'
import { chooseTheme, chosenTheme } from '../ui/theme.ts'
import { SessionMachine, type SessionMessage } from './session-machine.ts'
import { bearerSessionStore, cookieSessionStore } from './session-store.ts'
import { strangerSession } from './stranger-session.ts'

const channel = new BroadcastChannel('isobath.session')

/** Session of this tab. */
export const session = new SessionMachine({
  store: readConfig().sessionMode === 'bearer' ? bearerSessionStore(localStorage) : cookieSessionStore(localStorage),
  lock: oneAtATime(),
  announce: message => channel.postMessage(message),
  isSecure: location.protocol === 'https:'
})

provideCredentials(session)
channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => session.heard(data)
let lastUserId: string | null = null
session.subscribe(() => {
  const { state, user } = session.snapshot()
  // another tab may sign another person in
  if (state === 'signed-out' || (user && lastUserId !== null && user.id !== lastUserId)) forgetAnswers()
  lastUserId = user?.id ?? null
  // a browser without a chosen theme uses the theme of the account
  if (user && user.theme !== 'system' && chosenTheme() === 'system') chooseTheme(user.theme)
})

void session.start()

/** Clears the cached answers, except those about the server itself, so that the next person does not see them. */
function forgetAnswers() {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'server' })
  queryClient.getMutationCache().clear()
}

/** Lock across all tabs in secure contexts, where browsers offer Web Locks; elsewhere only within this tab. */
function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return async <T,>(work: () => Promise<T>): Promise<T> => {
    if (navigator.locks) return (await navigator.locks.request('isobath.refresh', work)) as T
    const turn = last.then(work, work)
    last = turn.catch(() => {})
    return turn
  }
}

/** Provides the session to the screens. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { state, user } = useSyncExternalStore(session.subscribe, session.snapshot, () => strangerSession)
  const handle = useMemo<SessionHandle>(
    () => ({
      state,
      user,
      signIn: (email, password) => session.signIn(email, password),
      register: registration => session.register(registration),
      signOut: () => session.signOut(),
      setUser: changed => session.setUser(changed)
    }),
    [state, user]
  )
  return <SessionContext value={handle}>{children}</SessionContext>
}
