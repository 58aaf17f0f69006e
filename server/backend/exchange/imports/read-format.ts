import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { ImportFormat, ImportOptions } from '../../../../shared/contracts/exchange.ts'
import { asUtf8 } from '../../files/encoding.ts'
import { NotThisFormat, quoted } from '../../files/reading.ts'
import { isZip, openZip, type ZipEntry } from '../../files/zip-read.ts'
import { finding } from '../finding.ts'
import { type Entries, firstPixel } from '../formats/format.ts'
import { readableFormats } from '../formats/readable.ts'
import type { MediaIndex } from './media-index.ts'

export interface ReadingRequest {
  path: string
  options: ImportOptions
  media: MediaIndex
  onProgress(bytesRead: number): void
}

const beginningBytes = 64 * 1024

/** Reads enough of the beginning of a file to recognise its format. */
export async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(beginningBytes), 0, beginningBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Yields all entries of a file of a known format. @throws NotThisFormat */
export async function* readFormat(format: ImportFormat, request: ReadingRequest): Entries {
  const foreign = new Set<string>()
  if (isZip(await beginningOf(request.path))) yield* readZip(format, request, foreign)
  else yield* readPlain(format, request, foreign)
  for (const path of foreign)
    yield { ...finding(true, 'The file is not UTF-8: it was read as Windows-1252', path === '' ? {} : { path }), alike: true }
}

/** Reads a file that is not an archive. @param foreign receives an empty name if the file is not UTF-8 */
function readPlain(
  format: ImportFormat,
  { path, options: { countedFrom }, media, onProgress }: ReadingRequest,
  foreign: Set<string>
): Entries {
  const { file, name } = readableFormats[format]
  if (!file) throw new NotThisFormat(`${name} must be a zip archive`)
  const content = asUtf8(createReadStream(path, { highWaterMark: 256 * 1024 }), () => foreign.add(''))
  return file.read(content, readingOptions(media, onProgress, countedFrom))
}

async function* readZip(format: ImportFormat, { path, options, media, onProgress }: ReadingRequest, foreign: Set<string>): Entries {
  const zip = await openZip(path)
  try {
    const { size } = await stat(path)
    const entries = zip.entries.filter(({ name }) => !/(^|\/)(__MACOSX\/|\._)/.test(name)) // files that macOS adds to its archives
    const unpacked = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    const report = (read: number) => onProgress(Math.round((read / Math.max(unpacked, 1)) * size))
    const texts = entries.map(entry => ({ ...entry, content: () => asUtf8(entry.content(), () => foreign.add(entry.name)) }))
    const { file, archive } = readableFormats[format]
    const spread = archive?.({ path, entries: texts, media, options, onProgress: report })
    if (spread) yield* spread
    else if (file) yield* file.read(onlyOne(texts, file).content(), readingOptions(media, report, options.countedFrom))
  } finally {
    zip.close()
  }
}

function readingOptions(media: MediaIndex, onProgress: (bytesRead: number) => void, countedFrom: number | undefined) {
  const first = firstPixel(countedFrom)
  return { sizeOf: media.sizeOf, nameOf: media.nameOf, onProgress, ...(first !== undefined && { countedFrom: first }) }
}

function onlyOne(entries: ZipEntry[], { ending, kind }: { ending: RegExp; kind: string }): ZipEntry {
  const files = entries.filter(entry => ending.test(entry.name))
  const [only, ...others] = files
  if (!only) throw new NotThisFormat(`The archive has no ${kind} file`)
  if (others.length > 0)
    throw new NotThisFormat(`The archive has ${files.length} ${kind} files, such as ${quoted(only.name)}: import them one by one`)
  return only
}
