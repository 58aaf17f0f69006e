import type { ReadableFormat } from '../format.ts'
import { readCoco } from './read.ts'

export const coco: ReadableFormat = { name: 'A COCO file', file: { read: readCoco, ending: /\.json$/i, kind: 'JSON' } }
