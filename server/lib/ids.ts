import { randomBytes } from 'node:crypto'

export { newId } from '../../shared/new-id.ts'

/** Creates a secret for a link or token: 256 random bits as base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
