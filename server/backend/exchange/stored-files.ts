import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { exchangeCodes } from '../../../shared/error-codes/exchange.ts'
import { codedError } from '../../lib/coded-error.ts'
import { freeBytes, reservedBytes } from '../../lib/free-space.ts'
import type { ByteRange } from '../storage/blobs.ts'
import { asStorageError, StorageFull, syncFolder } from '../storage/durable-files.ts'

export const FileGone = codedError(exchangeCodes.FILE_GONE)

/**
 * Kind of a stored file. An export has `export` and `report`; an import has `upload`, `staged`, `findings` and `outcome`. `staged` holds the changes
 * that applying the import will make. `outcome` holds the findings, followed by the entries that were left out while applying.
 */
export type FileKind = 'export' | 'report' | 'upload' | 'staged' | 'findings' | 'outcome'

export type StoredFiles = ReturnType<typeof storedFiles>

/** Attempt number for an upload, which is received only once. */
const received = 0
const checkRoomEveryBytes = 64 * 1024 ** 2
/** Age up to which a file without a row is kept, because its row may not be committed yet. */
const orphanAgeMs = 3_600_000

/**
 * Store for the files of exports and imports, in a separate folder. The files are kept for a few days, can be recreated, and need no backup. An
 * unfinished file has a temporary name, so a file under its final name is always complete.
 */
// Long: the methods of one store.
export function storedFiles(dataDir: string) {
  const folder = join(dataDir, 'exchange')

  function pathOf(id: string, kind: FileKind): string {
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new FileGone()
    return join(folder, `${id}.${kind}`)
  }

  /** Path of an unfinished file, which differs for each attempt of a job. */
  const unfinished = (id: string, kind: FileKind, attempt: number) => `${pathOf(id, kind)}.${attempt}.part`

  /** Syncs a written file to the disk. @returns its size in bytes */
  async function seal(id: string, kind: FileKind, attempt: number): Promise<number> {
    const file = await open(unfinished(id, kind, attempt), 'r+')
    try {
      await file.sync()
      const { size } = await file.stat()
      return size
    } finally {
      await file.close()
    }
  }

  /** Renames a sealed file to its final name. An attempt does so while it holds its job, which excludes all other attempts. */
  async function publish(id: string, kind: FileKind, attempt: number): Promise<void> {
    await rename(unfinished(id, kind, attempt), pathOf(id, kind))
    await syncFolder(folder)
  }

  /**
   * Removes unfinished files, including parts that a writer stored beside them under names with the same prefix.
   * @param attempt absent for the files of all attempts
   */
  async function removeUnfinished(id: string, kinds: readonly FileKind[], attempt?: number): Promise<void> {
    const beginnings = kinds.map(kind => `${id}.${kind}.${attempt === undefined ? '' : `${attempt}.part`}`)
    for (const name of await readdir(folder).catch(() => []))
      if (beginnings.some(beginning => name.startsWith(beginning))) await rm(join(folder, name), { force: true })
  }

  return {
    pathOf,
    /** Path at which a file is written before it is published. Its parts may be beside it under names with the same prefix. */
    unfinished,
    seal,
    publish,

    async open(): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
    },

    /**
     * Receives an uploaded file. On any error, no file remains.
     * @throws StorageFull when only the reserve of the disk is left, or any error of the stream
     */
    async receive(content: AsyncIterable<Buffer>, id: string): Promise<number> {
      const path = unfinished(id, 'upload', received)
      try {
        const file = await open(path, 'w', 0o600)
        try {
          let receivedBytes = 0
          let checkAt = 0
          for await (const piece of content) {
            if (receivedBytes >= checkAt) {
              if ((await freeBytes(folder)) < reservedBytes) throw new StorageFull()
              checkAt = receivedBytes + checkRoomEveryBytes
            }
            await file.writeFile(piece)
            receivedBytes += piece.length
          }
        } finally {
          await file.close()
        }
        const size = await seal(id, 'upload', received)
        await publish(id, 'upload', received)
        return size
      } catch (error) {
        await rm(path, { force: true })
        throw asStorageError(error)
      }
    },

    /** Returns the size of a file and the time at which it was written. @throws FileGone */
    async factsOf(id: string, kind: FileKind): Promise<{ sizeBytes: number; writtenMs: number }> {
      const facts = await stat(pathOf(id, kind)).catch(() => null)
      if (!facts) throw new FileGone()
      return { sizeBytes: facts.size, writtenMs: facts.mtimeMs }
    },

    has: async (id: string, kind: FileKind): Promise<boolean> => (await stat(pathOf(id, kind)).catch(() => null)) !== null,

    read: (id: string, kind: FileKind, range?: ByteRange): Readable =>
      createReadStream(pathOf(id, kind), { highWaterMark: 256 * 1024, ...range }),

    /** Removes files, including unfinished ones. */
    async remove(id: string, ...kinds: FileKind[]): Promise<void> {
      for (const kind of kinds) await rm(pathOf(id, kind), { force: true })
      await removeUnfinished(id, kinds)
    },

    removeUnfinished,

    /** Removes old files whose export or import no longer exists. */
    async removeOthers(isKnown: (id: string) => boolean): Promise<void> {
      for (const name of await readdir(folder).catch(() => [])) {
        if (isKnown(name.slice(0, 36))) continue
        const path = join(folder, name)
        const facts = await stat(path).catch(() => null)
        if (facts && Date.now() - facts.mtimeMs > orphanAgeMs) await rm(path, { force: true })
      }
    }
  }
}
