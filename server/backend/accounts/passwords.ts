import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id parameters, from the OWASP Password Storage Cheat Sheet: 19 MiB of memory, two iterations, one lane. */
const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password. @returns a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash` */
export function hashPassword(password: string): Promise<string> {
  return hash(password, costs)
}

let nobodysHash: Promise<string> | undefined

/**
 * Whether a password matches a hash. Without a hash (no such account, or no password yet), the result is false after the same amount of
 * work. The response time therefore does not reveal whether an account exists.
 */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword(randomBytes(16).toString('hex'))
  const matches = await verify(passwordHash ?? (await nobodysHash), password)
  return matches && passwordHash !== null
}
