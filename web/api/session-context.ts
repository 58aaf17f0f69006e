import { createContext, use } from 'react'
import type { User } from '../../shared/contracts/accounts.ts'

export type SessionState = 'loading' | 'signed-in' | 'signed-out'

/** Session state and actions for screens. */
export interface SessionHandle {
  state: SessionState
  /** Signed-in user; null in the other states. */
  user: User | null
  /** Signs in. @throws ApiError or Error with the message to show */
  signIn(email: string, password: string): Promise<void>
  /** Registers an account. @throws ApiError or Error with the message to show */
  register(registration: { email: string; password: string; invitation?: string }): Promise<void>
  /** Signs out. @returns false when another session has begun meanwhile */
  signOut(): Promise<boolean>
  /** Replaces the user after a change to the profile, without another request. */
  setUser(user: User): void
}

export const SessionContext = createContext<SessionHandle | null>(null)

export function useSession(): SessionHandle {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession must be used within SessionProvider')
  return session
}

/** Signed-in user, for screens that require a session. */
export function useUser(): User {
  const { user } = useSession()
  if (!user) throw new Error('useUser requires a signed-in session')
  return user
}
