import { mkdirSync, openSync, writeSync } from 'node:fs'
import { type FileHandle, open, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { freeBytes, reservedBytes } from '../lib/free-space.ts'

const retryMs = 5_000
const checkMs = 5_000
const waitingLimitBytes = 8 * 1024 * 1024

export interface RotatingFile {
  write(text: string): void
  /** Resolves when all text added so far has been written or dropped. */
  flush(): Promise<void>
  /** Flushes and closes the file. The next write reopens it. */
  close(): Promise<void>
  /** Writes pending text synchronously at process exit. */
  flushNow(): void
}

/**
 * Appends text to a file that is renamed to `.1`, `.2`, … when it is full. Disk errors never reach the caller. Text is dropped when it cannot
 * be written, or when it would fill the disk. `onDropped` receives its length in characters.
 */
// Long: the methods of one file.
export function rotatingFile(
  path: string,
  sizeLimitBytes: number,
  keep: number,
  onDropped: (characters: number) => void,
  leaveFreeBytes = reservedBytes
): RotatingFile {
  let waiting = ''
  let writing = ''
  let handle: FileHandle | null = null
  let size = 0
  let retryAt = 0
  let checkAt = 0
  let working: Promise<void> | null = null

  async function ready(): Promise<FileHandle> {
    const now = Date.now()
    if (!handle || now >= checkAt) {
      checkAt = now + checkMs
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      if ((await freeBytes(dirname(path))) < leaveFreeBytes) throw new Error('the disk is nearly full')
      const [ours, there] = await Promise.all([handle?.stat(), stat(path).catch(() => null)])
      if (there?.ino !== ours?.ino) await close() // another process moved it
    }
    if (handle && size >= sizeLimitBytes) {
      await close()
      for (let n = keep - 1; n >= 1; n--) await rename(`${path}.${n}`, `${path}.${n + 1}`).catch(() => undefined)
      await rename(path, `${path}.1`)
    }
    if (!handle) {
      handle = await open(path, 'a', 0o600)
      size = (await handle.stat()).size
    }
    return handle
  }

  async function close(): Promise<void> {
    const closing = handle
    handle = null
    await closing?.close()
  }

  async function work(): Promise<void> {
    while (waiting !== '') {
      writing = waiting
      waiting = ''
      try {
        const bytes = Buffer.from(writing)
        const file = await ready()
        await file.write(bytes)
        size += bytes.length
      } catch {
        onDropped(writing.length)
        retryAt = Date.now() + retryMs
        await close().catch(() => undefined)
      }
      writing = ''
    }
    working = null
  }

  async function flush(): Promise<void> {
    while (working) await working
  }

  return {
    flush,
    async close() {
      await flush()
      await close()
    },
    write(text) {
      if (Date.now() < retryAt || waiting.length > waitingLimitBytes) return onDropped(text.length)
      waiting += text
      working ??= work()
    },
    flushNow() {
      // The text being written may already be in the file, but a duplicate is better than a loss.
      const text = writing + waiting
      if (text === '') return
      writing = waiting = ''
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
        writeSync(openSync(path, 'a', 0o600), text)
      } catch {
        onDropped(text.length)
      }
    }
  }
}
