import { randomBytes } from 'node:crypto'

export { newId } from '../../shared/new-id.ts'

/** 256 random bits as base64url, for secrets of links and tokens. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
