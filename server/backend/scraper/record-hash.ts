import { createHash } from 'node:crypto'
import type { Fields } from './sources/source.ts'

/** Computes the SHA-256 of the mapped fields, sorted by name. The hash changes if and only if a visible field of the record changes. */
export const hashOf = (fields: Fields): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(fields).sort(([one], [two]) => (one < two ? -1 : 1))))
    .digest('base64url')
