import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Path of the file with the set-up link, for operators who missed it in the terminal. */
export const setUpLinkFile = (dataDir: string) => join(dataDir, 'setup-link')

/**
 * Stores the set-up link in `DATA_DIR/setup-link` (mode 0600) and shows it, once the secret and the server's address are known. The file is
 * deleted when the first account is created.
 */
export function keepSetUpLink(dataDir: string, announce: (link: string) => void, onFailure: (error: unknown) => void) {
  const file = setUpLinkFile(dataDir)
  let secret: string | null | undefined
  let address: string | undefined

  function settle(): void {
    if (secret === undefined || address === undefined) return
    const link = secret && `${address}/signup#${secret}`
    try {
      rmSync(file, { force: true }) // the mode is certain only for a new file
      if (link) writeFileSync(file, `${link}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      onFailure(error)
    }
    if (link) announce(link)
  }

  return {
    /** Sets the secret of the link, which changes when the backend restarts; null once the first account exists. */
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
