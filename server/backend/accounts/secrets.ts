import { createHash } from 'node:crypto'

/** Hashes a secret that the server issued, for storage. Such secrets are long and random, so a single SHA-256 is enough. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
