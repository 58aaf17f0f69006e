import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { freeBytes, reservedBytes } from '../../lib/free-space.ts'
import { asStorageError, StorageFull } from '../storage/durable-files.ts'

const checkRoomEveryBytes = 64 * 1024 ** 2
/** Age up to which a file without a row is kept, because its row may not be committed yet. */
const orphanAgeMs = 3_600_000

/** Store that keeps uploaded track files until they are read. */
export function trackFiles(dataDir: string) {
  const folder = join(dataDir, 'navigation')
  const pathOf = (id: string) => join(folder, id)

  return {
    pathOf,

    /**
     * Writes a file. On any error, no file remains.
     * @throws StorageFull when only the reserve of the disk is left
     * @throws any error of the stream
     */
    async receive(content: AsyncIterable<Buffer>, id: string): Promise<number> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      let received = 0
      try {
        const file = await open(pathOf(id), 'wx', 0o600)
        try {
          let checkAt = 0
          for await (const piece of content) {
            if (received >= checkAt) {
              if ((await freeBytes(folder)) < reservedBytes) throw new StorageFull()
              checkAt = received + checkRoomEveryBytes
            }
            await file.writeFile(piece)
            received += piece.length
          }
          await file.sync()
        } finally {
          await file.close()
        }
        return received
      } catch (error) {
        await rm(pathOf(id), { force: true })
        throw asStorageError(error)
      }
    },

    has: async (id: string): Promise<boolean> => (await stat(pathOf(id)).catch(() => null)) !== null,

    remove: (id: string): Promise<void> => rm(pathOf(id), { force: true }),

    /** Removes files that no track needs any more, once they are an hour old. */
    async removeOthers(isAwaited: (id: string) => boolean): Promise<void> {
      for (const name of await readdir(folder).catch(() => [])) {
        const facts = isAwaited(name) ? null : await stat(pathOf(name)).catch(() => null)
        if (facts && Date.now() - facts.mtimeMs > orphanAgeMs) await rm(pathOf(name), { force: true })
      }
    }
  }
}
