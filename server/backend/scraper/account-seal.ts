import { hkdfSync } from 'node:crypto'
import { sealWith } from '../../lib/seal.ts'

/** Account of a project at an external service. */
export interface Account {
  name: string
  password: string
}

export type AccountSeal = ReturnType<typeof accountSeal>

/**
 * Seals the accounts of scraper jobs for the database. The sealing key is derived from the key that signs access tokens. That key is kept outside the
 * database.
 */
export function accountSeal(tokenKey: Buffer) {
  const seal = sealWith([Buffer.from(hkdfSync('sha256', tokenKey, '', 'isobath scraper accounts', 32))])
  const nameOf = (scraperJobId: string) => `scraper-job:${scraperJobId}`
  return {
    close: (scraperJobId: string, { name, password }: Account): string =>
      seal.close(nameOf(scraperJobId), JSON.stringify({ name, password })),
    /** Opens a sealed account; null when there is none, or when it was sealed with another key. */
    open(scraperJobId: string, sealed: string | null): Account | null {
      const opened = sealed === null ? null : seal.open(nameOf(scraperJobId), sealed)
      return opened && (JSON.parse(opened.text) as Account)
    }
  }
}
