import { type FileHandle, mkdir, open, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type AuditFields, chain, chainStart, endOfChain, filesOfLog, fullFileName } from './audit-chain.ts'

const defaultFileLimitBytes = 64 * 1024 * 1024
const checkFileMs = 1_000
const tailBytes = 256 * 1024

export interface AuditFileOptions {
  path: string
  /** Size in bytes at which the file is renamed and a new one is started. */
  fileLimitBytes?: number
  onFailure(error: unknown): void
}

/** End of a chain: number and hash of the last record. */
interface ChainEnd {
  seq: number
  hash: string
}

/** Current file of the audit log, with the end of its chain. Calls must not overlap. */
export class AuditFile {
  readonly #path: string
  readonly #limitBytes: number
  readonly #onFailure: (error: unknown) => void
  #handle: FileHandle | null = null
  #end: ChainEnd = { seq: 0, hash: chainStart }
  #size = 0
  #checkAt = 0

  constructor({ path, fileLimitBytes = defaultFileLimitBytes, onFailure }: AuditFileOptions) {
    this.#path = path
    this.#limitBytes = fileLimitBytes
    this.#onFailure = onFailure
  }

  get end(): ChainEnd {
    return this.#end
  }

  /** Opens the file. A new one is started when the file is full or has been moved away. */
  async open(): Promise<FileHandle> {
    if (this.#handle && Date.now() >= this.#checkAt) {
      this.#checkAt = Date.now() + checkFileMs
      const [ours, there] = await Promise.all([this.#handle.stat(), stat(this.#path).catch(() => null)])
      if (ours.ino !== there?.ino) {
        this.#onFailure(new Error('the audit log was moved or removed: it continues in a new file'))
        await this.close()
      }
    }
    if (this.#handle && this.#size >= this.#limitBytes) {
      await this.close()
      await rename(this.#path, fullFileName(this.#path, this.#end.seq))
    }
    if (!this.#handle) {
      await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 })
      this.#handle = await open(this.#path, 'a+', 0o600)
      await this.#findEnd(this.#handle)
      await this.#syncFolder()
      this.#checkAt = Date.now() + checkFileMs
    }
    return this.#handle
  }

  /** Appends records to the chain and waits for the disk. @returns the lines as written */
  async append(records: readonly AuditFields[]): Promise<string[]> {
    const file = await this.open()
    const lines: string[] = []
    let end = this.#end
    for (const fields of records) {
      const next = chain(fields, end.seq + 1, end.hash)
      end = { seq: end.seq + 1, hash: next.hash }
      lines.push(next.line)
    }
    const bytes = Buffer.from(lines.join(''))
    await writeWhole(file, bytes)
    await file.datasync()
    this.#end = end
    this.#size += bytes.length
    return lines
  }

  /** Removes an incomplete record after a failure, and closes the file. */
  async recover(): Promise<void> {
    await this.#handle?.truncate(this.#size).catch(() => undefined)
    await this.close().catch(() => undefined)
  }

  async close(): Promise<void> {
    const closing = this.#handle
    this.#handle = null
    await closing?.close()
  }

  /** Reads the end of the chain from the full files, because the current file may be new. */
  async readFullFiles(): Promise<void> {
    for (const path of await fullFilesOf(this.#path)) {
      const file = await open(path, 'r')
      await readTail(file)
        .then(({ tail }) => this.#continueFrom(endOfChain(tail.toString('utf8').trimEnd().split('\n').at(-1) ?? '')))
        .finally(() => file.close())
    }
  }

  /** Removes a record that a crash left incomplete, and continues the chain of the file. */
  async #findEnd(file: FileHandle): Promise<void> {
    const { total, tail } = await readTail(file)
    const end = tail.lastIndexOf(0x0a) + 1
    this.#size = total - tail.length + end
    if (this.#size < total) await file.truncate(this.#size)
    if (end === 0) return
    const last = endOfChain(tail.subarray(tail.lastIndexOf(0x0a, end - 2) + 1, end - 1).toString('utf8'))
    if (last) this.#continueFrom(last)
    else this.#onFailure(new Error('the last record of the audit log cannot be read: a new chain starts after it'))
  }

  #continueFrom(last: ChainEnd | null): void {
    if (last && last.seq > this.#end.seq) this.#end = last
  }

  async #syncFolder(): Promise<void> {
    const folder = await open(dirname(this.#path), 'r')
    await folder.sync().finally(() => folder.close())
  }
}

async function readTail(file: FileHandle): Promise<{ total: number; tail: Buffer }> {
  const total = (await file.stat()).size
  const tail = Buffer.alloc(Math.min(total, tailBytes))
  await file.read(tail, 0, tail.length, total - tail.length)
  return { total, tail }
}

async function writeWhole(file: FileHandle, bytes: Buffer): Promise<void> {
  let written = 0
  while (written < bytes.length) written += (await file.write(bytes, written, bytes.length - written)).bytesWritten
}

/** Returns the paths of the full files, oldest first; empty when the folder does not exist. */
async function fullFilesOf(path: string): Promise<string[]> {
  try {
    return filesOfLog(path).slice(0, -1)
  } catch {
    return []
  }
}
