import { createHash } from 'node:crypto'

/** How secrets that we hand out are kept: they are long and random, so one round of SHA-256 is enough. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
