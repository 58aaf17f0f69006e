import type { ReadableFormat } from '../format.ts'
import { readIfdo } from './read.ts'

export const ifdo: ReadableFormat = { name: 'An iFDO', file: { read: readIfdo, ending: /\.(json|ya?ml)$/i, kind: 'JSON or YAML' } }
