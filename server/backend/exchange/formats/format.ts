import type { ImportOptions } from '../../../../shared/contracts/exchange.ts'
import type { ByteSource, ReadingOptions } from '../../files/reading.ts'
import type { ZipEntry } from '../../files/zip-read.ts'
import type { DatasetEntry } from '../dataset.ts'
import type { MediaIndex } from '../imports/media-index.ts'

export type Entries = AsyncGenerator<DatasetEntry, void, undefined>

type FileReader = (source: ByteSource, options: ReadingOptions & { countedFrom?: 0 | 1 }) => Entries

export interface Archive {
  /** Path of the zip file. */
  path: string
  /** Files of the archive, with their text converted to UTF-8. */
  entries: readonly ZipEntry[]
  media: MediaIndex
  options: ImportOptions
  /** Reports the number of bytes read from the archive. */
  onProgress(bytesRead: number): void
}

/** Format that can be imported. */
export interface ReadableFormat {
  /** Name of the format, for the message that a file should be an archive. */
  name: string
  /** Reader of a single file, or of the only matching file in an archive. Absent when the format is itself an archive. */
  file?: { read: FileReader; ending: RegExp; kind: string }
  /** Reads a format that consists of several files in an archive. Null when the archive has only one file to read. */
  archive?(archive: Archive): Entries | null
}

export const firstPixel = (given: number | undefined): 0 | 1 | undefined => (given === 0 ? 0 : given === 1 ? 1 : undefined)
