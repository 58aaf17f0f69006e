import { type ByteSource, NotThisFormat, type ReadingOptions } from '../../../files/reading.ts'
import type { DatasetEntry } from '../../dataset.ts'
import { readBiigleAreas } from './areas-read.ts'
import { readBiigleImageLabels } from './image-labels-read.ts'
import { readBiigle } from './read.ts'

type Reader = (source: ByteSource, options?: ReadingOptions) => AsyncGenerator<DatasetEntry, void, undefined>

const longestHeader = 64 * 1024

/**
 * Reader for the BIIGLE report with this header; null for other headers. The reader for a video report rejects the file.
 * @param columns in lower case
 */
export function biigleReport(columns: readonly string[]): Reader | null {
  const has = (...names: string[]) => names.every(name => columns.includes(name))
  if (has('video_filename')) return refuseVideos
  if (has('filename', 'shape_name', 'points')) return readBiigle
  if (has('image_label_id', 'filename', 'label_name')) return readBiigleImageLabels
  return has('image_filename', 'shape_name', 'label_names') ? readBiigleAreas : null
}

/** Reads any of BIIGLE's CSV reports on images. @throws NotThisFormat for a report on videos, or when a required column is missing */
export async function* readBiigleReport(source: ByteSource, options: ReadingOptions = {}): AsyncGenerator<DatasetEntry, void, undefined> {
  const pieces = source[Symbol.asyncIterator]()
  const held: Uint8Array[] = []
  let heldBytes = 0
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    held.push(next.value)
    heldBytes += next.value.length
    if (heldBytes > longestHeader || Buffer.concat(held).toString('latin1').split('\n').length > 2) break
  }
  const begin = Buffer.concat(held)
  const { read, titleBytes } = reportOf(begin.toString('utf8')) ?? { read: readBiigle, titleBytes: 0 }
  async function* again(): ByteSource {
    yield begin.subarray(titleBytes)
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  yield* read(again(), options)
}

/**
 * Reader for the report that a text begins with, and the length of its title in bytes. Null for other texts. Sheets have a title above their header
 * row.
 */
function reportOf(text: string): { read: Reader; titleBytes: number } | null {
  const [first = '', second = ''] = text.split(/\r\n|\n|\r/)
  const read = biigleReport(headerCells(first))
  if (read) return { read, titleBytes: 0 }
  const behind = biigleReport(headerCells(second))
  return behind && { read: behind, titleBytes: Buffer.byteLength(first) }
}

/** True for a BIIGLE report. */
export const isBiigleReport = (text: string) => reportOf(text) !== null

/** Column names of a table in lower case. */
function headerCells(line: string): string[] {
  const cells = line.replace(/^\uFEFF/, '').split(',')
  return cells.map(cell => cell.trim().replace(/^"|"$/g, '').toLowerCase())
}

const refuseVideos: Reader = () => {
  throw new NotThisFormat('This is a BIIGLE report of videos: only reports of images are supported')
}
