import { stat } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type yauzl from 'yauzl'
import { exchangeCodes } from '../../../shared/error-codes/exchange.ts'
import { codedError } from '../../lib/coded-error.ts'
import { type ByteSource, NotThisFormat, quoted } from './reading.ts'
import { openZipFile, openZipInMemory } from './zip-file.ts'

/** Error for a file in an archive whose content does not match its entry. */
export const DamagedArchive = codedError<[string, { cause: unknown }?]>(exchangeCodes.DAMAGED_ARCHIVE)

const mostEntries = 200_000
const mostBytes = 8 * 1024 ** 3
/** Maximum compression ratio. Text shrinks to about a twentieth; a file above this ratio was crafted to fill a disk. */
const mostRatio = 500
const harmlessBytes = 16 * 1024 ** 2

export interface ZipEntry {
  /** Path inside the archive, with forward slashes. It never leads outside the archive. */
  name: string
  sizeBytes: number
  /** Yields the unpacked bytes. @throws DamagedArchive while reading, if the content is damaged or longer than stated */
  content(): ByteSource
}

/**
 * Lists the files of an archive on disk or in memory. Nothing is unpacked to disk, and the unpacked sizes are checked before reading.
 * @throws NotThisFormat for a file that is not an archive, and for a damaged, encrypted or too large archive
 * @throws NotThisFormat for an archive with paths that lead outside it
 */
export async function openZip(from: string | Buffer): Promise<{ entries: ZipEntry[]; close(): void }> {
  const size = typeof from === 'string' ? (await stat(from)).size : from.length
  const zip = await (typeof from === 'string' ? openZipFile(from) : openZipInMemory(from)).catch(cause => {
    throw refusal(cause, 'This is not a zip archive, or its end is missing')
  })
  try {
    if (zip.entryCount > mostEntries) throw new NotThisFormat(`The archive contains more than ${mostEntries.toLocaleString('en')} files`)
    const entries: ZipEntry[] = []
    let [packed, unpacked] = [0, 0]
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      packed += entry.compressedSize
      unpacked += entry.uncompressedSize
      if (entry.isEncrypted()) throw new NotThisFormat(`${quoted(entry.fileName)} in the archive is encrypted`)
      if (unpacked > mostBytes) throw new NotThisFormat(`The archive unpacks to more than ${mostBytes / 1024 ** 3} GiB`)
      // Entries that share the same bytes could make a small archive unpack into a huge one.
      if (packed > size) throw new NotThisFormat('The archive is damaged: its files are larger than the archive')
      if (entry.uncompressedSize > harmlessBytes && entry.uncompressedSize > mostRatio * entry.compressedSize)
        throw new NotThisFormat(`${quoted(entry.fileName)} in the archive unpacks to more than ${mostRatio} times its compressed size`)
      entries.push({ name: entry.fileName, sizeBytes: entry.uncompressedSize, content: () => content(zip, entry) })
      if (entries.length > mostEntries) throw new NotThisFormat(`The archive contains more than ${mostEntries.toLocaleString('en')} files`)
    }
    return { entries, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw refusal(error, 'The archive is damaged')
  }
}

async function* content(zip: yauzl.ZipFile, entry: yauzl.Entry): ByteSource {
  let sum = 0
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      sum = crc32(chunk as Buffer, sum)
      yield chunk as Buffer
    }
  } catch (error) {
    throw isOfDisk(error) ? error : new DamagedArchive(quoted(entry.fileName), { cause: error })
  }
  if (sum !== entry.crc32) throw new DamagedArchive(quoted(entry.fileName))
}

/** Converts an error of the zip library into a message for people. Disk errors are returned unchanged. */
function refusal(error: unknown, sentence: string): unknown {
  const { statusCode, message = '' } = error as Error & { statusCode?: number }
  if (statusCode !== undefined || isOfDisk(error)) return error
  const outside = /^(?:invalid relative path|absolute path): (.*)$/s.exec(message)?.[1]
  if (outside !== undefined) return new NotThisFormat(`The archive contains the path ${quoted(outside)}, which leads outside the archive`)
  return new NotThisFormat(sentence)
}

const isOfDisk = (error: unknown) => /^E[A-Z]+$/.test((error as NodeJS.ErrnoException).code ?? '')

/** Whether the first bytes of a file are those of a zip archive. */
export const isZip = (start: Buffer) => start.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))
