import { createHash } from 'node:crypto'
import type { Fields } from './sources/source.ts'

/** SHA-256 of the mapped fields, in the order of their names. It changes if and only if a reader would see a change in the record. */
export const hashOf = (fields: Fields): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(fields).sort(([one], [two]) => (one < two ? -1 : 1))))
    .digest('base64url')
