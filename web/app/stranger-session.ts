import type { SessionHandle } from '../api/session-context.ts'

const refuse = async () => {
  throw new Error('The page is not ready yet')
}

/** Session of a page that the build drew, with no account signed in. React takes over with it, and then shows the real one. */
export const strangerSession: SessionHandle = {
  state: 'signed-out',
  user: null,
  signIn: refuse,
  register: refuse,
  signOut: refuse,
  setUser: () => {}
}
