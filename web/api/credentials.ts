/** Access to the session for `web/api`. The session provides it at startup. Until then, no account is signed in. */
export interface Credentials {
  /**
   * Authorization header of the next request; null when it needs none.
   * Refreshes an expired access token.
   */
  authorization(): Promise<string | null>
  /** Returns whether a session is open, or is being restored with an access token that has not expired. */
  isOpen(): boolean
  /** Number of sign-ins so far on this page. An answer to a request of an earlier session does not concern the present one. */
  signIns(): number
  /** Called when a request is answered with 401. @param signIns number of sign-ins when the request was sent */
  refused(signIns: number): void
}

let current: Credentials = { authorization: async () => null, isOpen: () => false, signIns: () => 0, refused: () => {} }

export function provideCredentials(credentials: Credentials): void {
  current = credentials
}

export const credentials = (): Credentials => current
