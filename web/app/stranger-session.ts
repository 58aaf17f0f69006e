import type { SessionHandle } from '../api/session-context.ts'

const refuse = async () => {
  throw new Error('The page is not ready yet')
}

/** Signed-out session of a prerendered page. React hydrates the page with this session, and then switches to the real session. */
export const strangerSession: SessionHandle = {
  state: 'signed-out',
  user: null,
  signIn: refuse,
  register: refuse,
  signOut: refuse,
  setUser: () => {}
}
