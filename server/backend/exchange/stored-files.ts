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
 * `export`, `report`: of an export. `upload`, `staged`, `findings`, `outcome`: of an import, `staged` being what its application will write
 * and `outcome` its findings with what was left out by applying it.
 */
export type FileKind = 'export' | 'report' | 'upload' | 'staged' | 'findings' | 'outcome'

export type StoredFiles = ReturnType<typeof storedFiles>

const lookAtRoomEveryBytes = 64 * 1024 ** 2
/** A file that is younger may be getting its row right now. */
const orphanAgeMs = 3_600_000

/**
 * Files of exports and imports, in a folder of their own: they last for days, can be made again, and no backup needs them.
 * One that is being written has another name, so that whatever is under its own name is whole.
 */
export function storedFiles(dataDir: string) {
  const folder = join(dataDir, 'exchange')

  function pathOf(id: string, kind: FileKind): string {
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new FileGone()
    return join(folder, `${id}.${kind}`)
  }

  const unfinished = (id: string, kind: FileKind) => `${pathOf(id, kind)}.part`

  /** Gives a written file its own name. @returns its size in bytes */
  async function keep(id: string, kind: FileKind): Promise<number> {
    const path = unfinished(id, kind)
    const file = await open(path, 'r+')
    try {
      await file.sync()
      const { size } = await file.stat()
      await rename(path, pathOf(id, kind))
      await syncFolder(folder)
      return size
    } finally {
      await file.close()
    }
  }

  /** Also the parts that a writer puts beside an unfinished file, under names that begin with its own. */
  async function removeUnfinished(id: string, ...kinds: FileKind[]): Promise<void> {
    const beginnings = kinds.map(kind => `${id}.${kind}.part`)
    for (const name of await readdir(folder).catch(() => []))
      if (beginnings.some(beginning => name.startsWith(beginning))) await rm(join(folder, name), { force: true })
  }

  return {
    pathOf,
    /** Where to write a file that `keep` takes over. Parts of it may stand beside it under names that begin like this. */
    unfinished,
    keep,

    async open(): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
    },

    /** @throws StorageFull when only the reserve of the disk is left, and whatever the stream throws; nothing stays behind then */
    async receive(content: AsyncIterable<Buffer>, id: string): Promise<number> {
      const path = unfinished(id, 'upload')
      try {
        const file = await open(path, 'w', 0o600)
        try {
          let received = 0
          let lookAt = 0
          for await (const piece of content) {
            if (received >= lookAt) {
              if ((await freeBytes(folder)) < reservedBytes) throw new StorageFull()
              lookAt = received + lookAtRoomEveryBytes
            }
            await file.writeFile(piece)
            received += piece.length
          }
        } finally {
          await file.close()
        }
        return await keep(id, 'upload')
      } catch (error) {
        await rm(path, { force: true })
        throw asStorageError(error)
      }
    },

    /** @throws FileGone */
    async factsOf(id: string, kind: FileKind): Promise<{ sizeBytes: number; writtenMs: number }> {
      const facts = await stat(pathOf(id, kind)).catch(() => null)
      if (!facts) throw new FileGone()
      return { sizeBytes: facts.size, writtenMs: facts.mtimeMs }
    },

    has: async (id: string, kind: FileKind): Promise<boolean> => (await stat(pathOf(id, kind)).catch(() => null)) !== null,

    read: (id: string, kind: FileKind, range?: ByteRange): Readable =>
      createReadStream(pathOf(id, kind), { highWaterMark: 256 * 1024, ...range }),

    /** With whatever was begun to be written for them. */
    async remove(id: string, ...kinds: FileKind[]): Promise<void> {
      for (const kind of kinds) await rm(pathOf(id, kind), { force: true })
      await removeUnfinished(id, ...kinds)
    },

    removeUnfinished,

    /** Removes files of exports and imports that are not there any more. */
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
