import type { SessionHandle } from '../api/session-context.ts'

const refuse = async () => {
  throw new Error('The page is not ready yet')
}

/** The session of a page that the build drew: nobody is signed in. React takes over with it, and then shows the real one. */
export const strangerSession: SessionHandle = {
  state: 'signed-out',
  user: null,
  signIn: refuse,
  register: refuse,
  signOut: refuse,
  setUser: () => {}
}
