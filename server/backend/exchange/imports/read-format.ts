import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { ImportFormat, ImportOptions } from '../../../../shared/contracts/exchange.ts'
import { asUtf8 } from '../../files/encoding.ts'
import { type ByteSource, finding, NotThisFormat, quoted, type ReadingOptions } from '../../files/reading.ts'
import { isZip, openZip, type ZipEntry } from '../../files/zip-read.ts'
import type { DatasetEntry } from '../dataset.ts'
import { readBiigleReport } from '../formats/biigle/report.ts'
import { isWorkbook, readBiigleWorkbook } from '../formats/biigle/workbook.ts'
import { readCoco } from '../formats/coco/read.ts'
import { readCoralNet } from '../formats/coralnet/read.ts'
import { readCvat } from '../formats/cvat/read.ts'
import { readIfdo } from '../formats/ifdo/read.ts'
import { readViame } from '../formats/viame/read.ts'
import { readVoc } from '../formats/voc/voc.ts'
import { readYoloArchive } from '../formats/yolo/archive.ts'
import type { MediaIndex } from './media-index.ts'
import { readDarwinCoreArchive, readVocArchive } from './read-archive.ts'

export interface ReadingRequest {
  path: string
  options: ImportOptions
  media: MediaIndex
  onProgress(bytesRead: number): void
}

export type Entries = AsyncGenerator<DatasetEntry, void, undefined>

const beginningBytes = 64 * 1024

/** The first bytes of a file: enough to tell what it is. */
export async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(beginningBytes), 0, beginningBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

type TextReader = (source: ByteSource, options: ReadingOptions & { countedFrom?: 0 | 1 }) => Entries

/** Formats of one file, which may come alone or as the only one of its kind in an archive. */
const single: Partial<Record<ImportFormat, { read: TextReader; ending: RegExp; name: string }>> = {
  coco: { read: readCoco, ending: /\.json$/i, name: 'JSON' },
  ifdo: { read: readIfdo, ending: /\.(json|ya?ml)$/i, name: 'JSON or YAML' },
  cvat: { read: readCvat, ending: /\.xml$/i, name: 'XML' },
  viame: { read: readViame, ending: /\.csv$/i, name: 'CSV' },
  biigle: { read: readBiigleReport, ending: /\.csv$/i, name: 'CSV' },
  coralnet: { read: readCoralNet, ending: /\.csv$/i, name: 'CSV' }
}

/** Everything that a file of a known format says. @throws NotThisFormat */
export async function* readFormat(format: ImportFormat, request: ReadingRequest): Entries {
  const foreign = new Set<string>()
  if (isZip(await beginningOf(request.path))) yield* readZip(format, request, foreign)
  else yield* readPlain(format, request, foreign)
  for (const path of foreign)
    yield { ...finding(true, 'The file is no UTF-8: it was read as Windows-1252', path === '' ? {} : { path }), alike: true }
}

/** @param foreign where to put the name of the file when it is no UTF-8; empty for one that is in no archive */
function readPlain(
  format: ImportFormat,
  { path, options: { countedFrom }, media, onProgress }: ReadingRequest,
  foreign: Set<string>
): Entries {
  const known = single[format] ?? (format === 'voc' ? { read: readVoc } : null)
  if (!known) throw new NotThisFormat(`${format === 'yolo' ? 'A YOLO data set' : 'A Darwin Core Archive'} comes as a zip archive`)
  const content = asUtf8(createReadStream(path, { highWaterMark: 256 * 1024 }), () => foreign.add(''))
  return known.read(content, readingOptions(media, onProgress, countedFrom))
}

async function* readZip(format: ImportFormat, { path, options, media, onProgress }: ReadingRequest, foreign: Set<string>): Entries {
  const zip = await openZip(path)
  try {
    const { size } = await stat(path)
    const entries = zip.entries.filter(({ name }) => !/(^|\/)(__MACOSX\/|\._)/.test(name)) // what a Mac adds to its archives
    const unpacked = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    const tell = (read: number) => onProgress(Math.round((read / Math.max(unpacked, 1)) * size))
    const known = single[format]
    const texts = entries.map(entry => ({ ...entry, content: () => asUtf8(entry.content(), () => foreign.add(entry.name)) }))
    const archive = { entries: texts, media, onProgress: tell }
    if (format === 'biigle' && isWorkbook(entries)) yield* readBiigleWorkbook(path, entries, readingOptions(media, tell, undefined))
    else if (known) yield* known.read(onlyOne(texts, known).content(), readingOptions(media, tell, options.countedFrom))
    else if (format === 'voc') yield* readVocArchive(archive, firstPixel(options.countedFrom))
    else if (format === 'yolo') yield* readYoloArchive(archive, options.task ?? null)
    else yield* readDarwinCoreArchive(archive)
  } finally {
    zip.close()
  }
}

const firstPixel = (given: number | undefined): 0 | 1 | undefined => (given === 0 ? 0 : given === 1 ? 1 : undefined)

function readingOptions(media: MediaIndex, onProgress: (bytesRead: number) => void, countedFrom: number | undefined) {
  const first = firstPixel(countedFrom)
  return { sizeOf: media.sizeOf, nameOf: media.nameOf, onProgress, ...(first !== undefined && { countedFrom: first }) }
}

function onlyOne(entries: ZipEntry[], { ending, name }: { ending: RegExp; name: string }): ZipEntry {
  const files = entries.filter(entry => ending.test(entry.name))
  const [only, ...others] = files
  if (!only) throw new NotThisFormat(`The archive holds no ${name} file`)
  if (others.length > 0)
    throw new NotThisFormat(`The archive holds ${files.length} ${name} files, such as ${quoted(only.name)}: bring them one by one`)
  return only
}
