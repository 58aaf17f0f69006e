import type { ReadableFormat } from '../format.ts'
import { readCoralNet } from './read.ts'

export const coralnet: ReadableFormat = { name: 'A CoralNet file', file: { read: readCoralNet, ending: /\.csv$/i, kind: 'CSV' } }
