import type { AuditFields } from './audit-chain.ts'
import { AuditFile, type AuditFileOptions } from './audit-file.ts'

const retryMs = 1_000
const mostWaiting = 10_000

export interface AuditWriter {
  /**
   * Resolves when the record is on disk. Records that arrive together share one fdatasync.
   * @throws Error when the write failed; the record is kept for a retry
   */
  append(fields: AuditFields): Promise<void>
  /** Whether the log can be written. False from a failure until the failed records are written. */
  available(): boolean
  /** Number of records dropped because too many were queued. */
  lost(): number
  head(): { seq: number; hash: string }
  close(): Promise<void>
}

export interface AuditWriterOptions extends AuditFileOptions {
  onWritten(lines: string[]): void
}

interface Waiting {
  fields: AuditFields
  resolve: () => void
  reject: (error: unknown) => void
}

/** Opens the audit log for appending chained records. A record is acknowledged only once it is on disk. */
// Long: the parts of one writer, which share its queue.
export async function openAuditWriter({ onWritten, ...options }: AuditWriterOptions): Promise<AuditWriter> {
  const { onFailure } = options
  const file = new AuditFile(options)
  let failed = false
  let closed = false
  let lost = 0
  let waiting: Waiting[] = []
  let working: Promise<void> | null = null
  let retry: NodeJS.Timeout | undefined

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        const lines = await file.append(batch.map(({ fields }) => fields))
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

  /** Keeps the records of a failed batch for the next attempt. */
  async function recover(error: unknown, batch: Waiting[]): Promise<void> {
    if (!failed) onFailure(error)
    failed = true
    await file.recover()
    for (const { reject } of batch) reject(error)
    waiting = [...batch.map(({ fields }) => ({ fields, resolve: nothing, reject: nothing })), ...waiting]
    if (waiting.length > mostWaiting) lost += waiting.splice(0, waiting.length - mostWaiting).length
    if (!closed) retry = setTimeout(start, retryMs).unref()
  }

  function start(): void {
    if (waiting.length > 0) working ??= work()
  }

  /** Retries opening a log that was not writable at startup, until it succeeds. */
  function probe(): void {
    if (closed || working) return
    file.open().then(
      () => {
        failed = false
        start()
      },
      () => {
        retry = setTimeout(probe, retryMs).unref()
      }
    )
  }

  await file.readFullFiles()
  await file.open().catch(error => {
    failed = true
    onFailure(error)
    retry = setTimeout(probe, retryMs).unref()
  })

  return {
    append(fields) {
      return new Promise((resolve, reject) => {
        waiting.push({ fields, resolve, reject })
        if (!failed) start()
      })
    },
    available: () => !failed,
    lost: () => lost,
    head: () => file.end,
    async close() {
      closed = true
      clearTimeout(retry)
      start()
      await working
      await file.close().catch(() => undefined)
    }
  }
}

function nothing(): void {}
