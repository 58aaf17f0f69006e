import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the link for the first account is kept for an operator who missed it on the terminal. */
export const setUpLinkFile = (dataDir: string) => join(dataDir, 'setup-link')

/**
 * Keeps the link for the first account in `DATA_DIR/setup-link` (0600) and shows it, once its secret and the server's address
 * are both known; removes it with the first account.
 */
export function keepSetUpLink(dataDir: string, announce: (link: string) => void, onFailure: (error: unknown) => void) {
  const file = setUpLinkFile(dataDir)
  let secret: string | null | undefined
  let address: string | undefined

  function settle(): void {
    if (secret === undefined || address === undefined) return
    const link = secret && `${address}/signup#${secret}`
    try {
      rmSync(file, { force: true }) // a new file gets the mode for sure
      if (link) writeFileSync(file, `${link}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      onFailure(error)
    }
    if (link) announce(link)
  }

  return {
    /** A backend that starts again has another secret; null means that there is a first account. */
    secretIs(next: string | null): void {
      secret = next
      settle()
    },
    addressIs(next: string): void {
      address = next
      settle()
    }
  }
}
