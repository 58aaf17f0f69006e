import type { ReadableFormat } from '../format.ts'
import { readYoloArchive } from './archive.ts'

export const yolo: ReadableFormat = {
  name: 'A YOLO dataset',
  archive: archive => readYoloArchive(archive, archive.options.task ?? null)
}
