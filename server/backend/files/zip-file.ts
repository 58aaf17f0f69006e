import { close, createReadStream, open, read } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import yauzl from 'yauzl'

type ReadDone = (error: Error | null, bytesRead?: number) => void

/** File system functions that keep the file open when a stream ends, because other parts are still read from it. */
const ownedElsewhere = { open, read, close: (_: number, done: (error: Error | null) => void) => done(null) }

/** Random-access reader for an archive on disk. A position beyond the end of the file becomes a read error; Node would throw. */
class ZipFile extends yauzl.RandomAccessReader {
  readonly fd: number
  readonly sizeBytes: number

  constructor(fd: number, sizeBytes: number) {
    super()
    this.fd = fd
    this.sizeBytes = sizeBytes
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, done: ReadDone) {
    if (position + length > this.sizeBytes)
      return process.nextTick(done, new Error('the archive refers to bytes beyond the end of the file'))
    read(this.fd, buffer, offset, length, position, done)
  }

  override _readStreamForRange(start: number, end: number) {
    return createReadStream('', { fd: this.fd, fs: ownedElsewhere, start, end: end - 1 })
  }

  override close(done: (error: Error | null) => void) {
    close(this.fd, done)
  }
}

class ZipInMemory extends yauzl.RandomAccessReader {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    super()
    this.bytes = bytes
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, done: ReadDone) {
    if (position + length > this.bytes.length)
      return process.nextTick(done, new Error('the archive refers to bytes beyond the end of the file'))
    process.nextTick(done, null, this.bytes.copy(buffer, offset, position, position + length))
  }

  override _readStreamForRange(start: number, end: number) {
    return Readable.from(piecesOf(this.bytes.subarray(start, end)))
  }

  override close(done: (error: Error | null) => void) {
    done(null)
  }
}

/** Yields the bytes in chunks, like a file stream, so that unpacking waits for its consumer between chunks. */
function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

const pieceBytes = 65_536

/** Opens an archive in memory. @throws an Error of the zip library if it is not an archive */
export function openZipInMemory(bytes: Buffer): Promise<yauzl.ZipFile> {
  return yauzl.fromRandomAccessReaderPromise(new ZipInMemory(bytes), bytes.length, { lazyEntries: true, autoClose: false })
}

/** Opens an archive on disk. Closing the archive also closes the file. @throws an Error of the zip library if it is not an archive */
export async function openZipFile(path: string): Promise<yauzl.ZipFile> {
  const { size } = await stat(path)
  const file = new ZipFile(await promisify(open)(path, 'r'), size)
  return yauzl.fromRandomAccessReaderPromise(file, size, { lazyEntries: true, autoClose: false }).catch(error => {
    file.close(() => {})
    throw error
  })
}
