import type { ReadableFormat } from '../format.ts'
import { readViame } from './read.ts'

export const viame: ReadableFormat = { name: 'A VIAME file', file: { read: readViame, ending: /\.csv$/i, kind: 'CSV' } }
