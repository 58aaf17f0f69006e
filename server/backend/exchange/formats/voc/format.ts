import { readVocArchive } from '../../imports/read-archive.ts'
import { firstPixel, type ReadableFormat } from '../format.ts'
import { readVoc } from './voc.ts'

export const voc: ReadableFormat = {
  name: 'A Pascal VOC file',
  file: { read: readVoc, ending: /\.xml$/i, kind: 'XML' },
  archive: archive => readVocArchive(archive, firstPixel(archive.options.countedFrom))
}
