import type { ReadableFormat } from '../format.ts'
import { readCvat } from './read.ts'

export const cvat: ReadableFormat = { name: 'A CVAT file', file: { read: readCvat, ending: /\.xml$/i, kind: 'XML' } }
