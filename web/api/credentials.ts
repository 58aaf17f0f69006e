/** The session as `web/api` needs it. The session provides it at start; until then nobody is signed in. */
export interface Credentials {
  /**
   * The Authorization header of the next request, or null when it needs none.
   * Refreshes an access token that has ended.
   */
  authorization(): Promise<string | null>
  /** A request was answered 401. */
  refused(): void
}

let current: Credentials = { authorization: async () => null, refused: () => {} }

export function provideCredentials(credentials: Credentials): void {
  current = credentials
}

export const credentials = (): Credentials => current
