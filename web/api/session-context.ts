import { createContext, use } from 'react'
import type { User } from '../../shared/contracts/accounts.ts'

export type SessionState = 'loading' | 'signed-in' | 'signed-out'

/** The session for screens: its state and its actions. */
export interface SessionHandle {
  state: SessionState
  /** The signed-in user; null in the other states. */
  user: User | null
  /** @throws ApiError or Error with the sentence to show */
  signIn(email: string, password: string): Promise<void>
  /** @throws ApiError or Error with the sentence to show */
  register(registration: { email: string; password: string; invitation?: string }): Promise<void>
  signOut(): Promise<void>
  /** The profile changed: takes the new facts without asking again. */
  setUser(user: User): void
}

export const SessionContext = createContext<SessionHandle | null>(null)

export function useSession(): SessionHandle {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs the SessionProvider above it')
  return session
}

/** The signed-in user. Only for screens behind the sign-in guard. */
export function useUser(): User {
  const { user } = useSession()
  if (!user) throw new Error('useUser needs a signed-in session')
  return user
}
