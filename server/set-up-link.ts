import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Path of the file with the set-up link, for an operator who missed it on the terminal. */
export const setUpLinkFile = (dataDir: string) => join(dataDir, 'setup-link')

/**
 * Stores the set-up link in `DATA_DIR/setup-link` (0600) and shows it, once its secret and the server's address are available. The file is
 * removed when the first account is created.
 */
export function keepSetUpLink(dataDir: string, announce: (link: string) => void, onFailure: (error: unknown) => void) {
  const file = setUpLinkFile(dataDir)
  let secret: string | null | undefined
  let address: string | undefined

  function settle(): void {
    if (secret === undefined || address === undefined) return
    const link = secret && `${address}/signup#${secret}`
    try {
      rmSync(file, { force: true }) // only a new file gets the mode for certain
      if (link) writeFileSync(file, `${link}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      onFailure(error)
    }
    if (link) announce(link)
  }

  return {
    /** Sets the link's secret, which changes when the backend restarts. Null once the first account exists. */
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
