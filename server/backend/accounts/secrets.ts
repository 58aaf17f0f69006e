import { createHash } from 'node:crypto'

/** Hashes a secret that the server issued, for storage. These secrets are long and random, so one round of SHA-256 is enough. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
