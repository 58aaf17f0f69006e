import { createHash } from 'node:crypto'
import type { Fields } from './sources/source.ts'

/** SHA-256 of the mapped fields, in the order of their names. Differs when, and only when, a person would call the record changed. */
export const hashOf = (fields: Fields): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(fields).sort(([one], [two]) => (one < two ? -1 : 1))))
    .digest('base64url')
