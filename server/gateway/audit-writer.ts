import { type FileHandle, mkdir, open, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type AuditFields, chain, chainStart, endOfChain, filesOfLog, fullFileName } from './audit-chain.ts'

const defaultFileLimitBytes = 64 * 1024 * 1024
const retryMs = 1_000
const checkFileMs = 1_000
const tailBytes = 256 * 1024
const mostWaiting = 10_000

export interface AuditWriter {
  /**
   * Resolves when the record is on the disk; records that arrive together share one fdatasync.
   * @throws Error when it could not be written; it is kept and tried again
   */
  append(fields: AuditFields): Promise<void>
  /** False after a failure, until the records that failed are written. */
  available(): boolean
  /** Records given up because too many waited. */
  lost(): number
  head(): { seq: number; hash: string }
  close(): Promise<void>
}

export interface AuditWriterOptions {
  path: string
  /** A file of this size is kept under a number and followed by a new one. */
  fileLimitBytes?: number
  onWritten(lines: string[]): void
  onFailure(error: unknown): void
}

interface Waiting {
  fields: AuditFields
  resolve: () => void
  reject: (error: unknown) => void
}

/** Appends chained records, each acknowledged only when the disk has it. */
// Long: the parts of one writer, which share its open file.
export async function openAuditWriter(options: AuditWriterOptions): Promise<AuditWriter> {
  const { path, fileLimitBytes = defaultFileLimitBytes, onWritten, onFailure } = options
  let handle: FileHandle | null = null
  let seq = 0
  let hash = chainStart
  let size = 0
  let checkAt = 0
  let failed = false
  let closed = false
  let lost = 0
  let waiting: Waiting[] = []
  let working: Promise<void> | null = null
  let retry: NodeJS.Timeout | undefined

  async function ready(): Promise<FileHandle> {
    if (handle && Date.now() >= checkAt) {
      checkAt = Date.now() + checkFileMs
      const [ours, there] = await Promise.all([handle.stat(), stat(path).catch(() => null)])
      if (ours.ino !== there?.ino) {
        onFailure(new Error('the audit log was moved or removed: it goes on in a new file'))
        await release()
      }
    }
    if (handle && size >= fileLimitBytes) {
      await release()
      await rename(path, fullFileName(path, seq))
    }
    if (!handle) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      handle = await open(path, 'a+', 0o600)
      await findEnd(handle)
      await syncFolder()
      checkAt = Date.now() + checkFileMs
    }
    return handle
  }

  /** Cuts a record that a crash left half written, and takes up the chain. */
  async function findEnd(file: FileHandle): Promise<void> {
    const total = (await file.stat()).size
    const tail = Buffer.alloc(Math.min(total, tailBytes))
    await file.read(tail, 0, tail.length, total - tail.length)
    const end = tail.lastIndexOf(0x0a) + 1
    size = total - tail.length + end
    if (size < total) await file.truncate(size)
    if (end === 0) return
    const last = endOfChain(tail.subarray(tail.lastIndexOf(0x0a, end - 2) + 1, end - 1).toString('utf8'))
    if (!last) onFailure(new Error('the last record of the audit log cannot be read: the chain begins anew behind it'))
    else if (last.seq > seq) ({ seq, hash } = last)
  }

  async function syncFolder(): Promise<void> {
    const folder = await open(dirname(path), 'r')
    await folder.sync().finally(() => folder.close())
  }

  async function release(): Promise<void> {
    const closing = handle
    handle = null
    await closing?.close()
  }

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        const file = await ready()
        const lines: string[] = []
        let end = { seq, hash }
        for (const { fields } of batch) {
          const next = chain(fields, end.seq + 1, end.hash)
          end = { seq: end.seq + 1, hash: next.hash }
          lines.push(next.line)
        }
        const bytes = Buffer.from(lines.join(''))
        await writeWhole(file, bytes)
        await file.datasync()
        ;({ seq, hash } = end)
        size += bytes.length
        failed = false
        for (const { resolve } of batch) resolve()
        onWritten(lines)
      } catch (error) {
        await recover(error, batch)
        break
      }
    }
    working = null
  }

  /** Takes back what was half written, and keeps the records for a later try. */
  async function recover(error: unknown, batch: Waiting[]): Promise<void> {
    if (!failed) onFailure(error)
    failed = true
    await handle?.truncate(size).catch(() => undefined)
    await release().catch(() => undefined)
    for (const { reject } of batch) reject(error)
    waiting = [...batch.map(({ fields }) => ({ fields, resolve: nothing, reject: nothing })), ...waiting]
    if (waiting.length > mostWaiting) lost += waiting.splice(0, waiting.length - mostWaiting).length
    if (!closed) retry = setTimeout(start, retryMs).unref()
  }

  function start(): void {
    if (waiting.length > 0) working ??= work()
  }

  // An older full file knows the end of the chain when the current one is new.
  const earlier = await filesOfLogIfAny(path)
  for (const file of earlier) {
    const old = await open(file, 'r')
    await findEndOfFull(old).finally(() => old.close())
  }
  await ready().catch(error => {
    failed = true
    onFailure(error)
    retry = setTimeout(probe, retryMs).unref()
  })

  /** After a start without a writable log: open again until it works. */
  function probe(): void {
    if (closed || working) return
    ready().then(
      () => {
        failed = false
        start()
      },
      () => {
        retry = setTimeout(probe, retryMs).unref()
      }
    )
  }

  async function findEndOfFull(file: FileHandle): Promise<void> {
    const total = (await file.stat()).size
    const tail = Buffer.alloc(Math.min(total, tailBytes))
    await file.read(tail, 0, tail.length, total - tail.length)
    const lines = tail.toString('utf8').trimEnd().split('\n')
    const last = endOfChain(lines.at(-1) ?? '')
    if (last && last.seq > seq) ({ seq, hash } = last)
  }

  return {
    append(fields) {
      return new Promise((resolve, reject) => {
        waiting.push({ fields, resolve, reject })
        if (!failed) start()
      })
    },
    available: () => !failed,
    lost: () => lost,
    head: () => ({ seq, hash }),
    async close() {
      closed = true
      clearTimeout(retry)
      start()
      await working
      await release().catch(() => undefined)
    }
  }
}

async function writeWhole(file: FileHandle, bytes: Buffer): Promise<void> {
  let written = 0
  while (written < bytes.length) written += (await file.write(bytes, written, bytes.length - written)).bytesWritten
}

async function filesOfLogIfAny(path: string): Promise<string[]> {
  try {
    return filesOfLog(path).slice(0, -1)
  } catch {
    return []
  }
}

function nothing(): void {}
