import { createHash } from 'node:crypto'

/** Stored form of the secrets that the server issues. They are long and random, so one round of SHA-256 is enough. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
