import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, type FileHandle, link, mkdir, mkdtemp, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import createError from '@fastify/error'
import type { Blobs, ByteRange, StoredBlob } from './blobs.ts'
import { asStorageError, hashFile, syncFolder } from './durable-files.ts'

export const BlobMissing = createError(
  'BLOB_MISSING',
  'The file %s is missing in the storage: the operator can restore it from a backup',
  500
)

/** Unfinished work of another process on the same folder is never this old. */
const abandonedAfterMs = 6 * 3_600_000
/** A blob that was put longer ago belongs to a change that is over. */
const settledAfterMs = 24 * 3_600_000

/**
 * Blobs in a folder: `blobs/ab/abcdef…`, written under `tmp/`, synced, then renamed into place.
 * What a killed process left under `tmp/` is deleted here: at once when this process is alone on the folder, else when it is old.
 */
export async function openDiskBlobs(dataDir: string, { alone }: { alone: boolean }): Promise<Blobs> {
  const root = join(dataDir, 'blobs')
  const temporary = join(dataDir, 'tmp')
  await mkdir(temporary, { recursive: true, mode: 0o700 })
  await removeOlder(temporary, alone ? 0 : abandonedAfterMs)
  await mkdir(root, { recursive: true, mode: 0o700 })
  await syncFolder(dataDir)

  const pathOf = (sha256: string) => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError('a blob is named by 64 hex digits')
    return join(root, sha256.slice(0, 2), sha256)
  }

  async function sizeOf(sha256: string): Promise<number | null> {
    const facts = await stat(pathOf(sha256)).catch(nullWhenAbsent)
    return facts?.size ?? null
  }

  /** Renames a synced temporary file into place. Answers false when the content was there before. */
  async function moveIn(from: string, sha256: string): Promise<boolean> {
    const target = pathOf(sha256)
    const now = new Date()
    const there = await utimes(target, now, now).then(() => true, falseWhenAbsent)
    if (there) {
      await rm(from)
      return false
    }
    const folder = dirname(target)
    if (await mkdir(folder, { recursive: true, mode: 0o700 })) await syncFolder(root)
    await utimes(from, now, now) // an upload may have rested for days: as a blob it is new
    await rename(from, target)
    await syncFolder(folder)
    return true
  }

  async function openFile(sha256: string): Promise<FileHandle> {
    const file = await open(pathOf(sha256), 'r').catch(nullWhenAbsent)
    if (!file) throw new BlobMissing(sha256)
    return file
  }

  return {
    async put(content: Readable): Promise<StoredBlob> {
      const path = join(temporary, randomUUID())
      try {
        const { sha256, sizeBytes } = await writeSynced(path, content)
        return { sha256, sizeBytes, added: await moveIn(path, sha256) }
      } catch (error) {
        await rm(path, { force: true })
        throw asStorageError(error)
      }
    },

    async putFile(source, knownSha256): Promise<StoredBlob> {
      const path = join(temporary, randomUUID())
      try {
        await linkOrCopy(source, path)
        const file = await open(path, 'r+')
        try {
          await file.sync()
        } finally {
          await file.close()
        }
        const sha256 = knownSha256 ?? (await hashFile(path))
        const { size } = await stat(path)
        return { sha256, sizeBytes: size, added: await moveIn(path, sha256) }
      } catch (error) {
        await rm(path, { force: true })
        throw asStorageError(error)
      }
    },

    async open(sha256, range?: ByteRange) {
      const file = await openFile(sha256)
      return file.createReadStream({ highWaterMark: 256 * 1024, ...range })
    },

    async read(sha256, { start, end }) {
      const file = await openFile(sha256)
      try {
        const buffer = Buffer.alloc(end - start + 1)
        const { bytesRead } = await file.read(buffer, 0, buffer.length, start)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },

    async localPath(sha256) {
      if ((await sizeOf(sha256)) === null) throw new BlobMissing(sha256)
      return pathOf(sha256)
    },

    sizeOf,

    async remove(sha256) {
      await rm(pathOf(sha256), { force: true })
    },

    async removeUnused(isUsed) {
      let count = 0
      for (const folder of await readdir(root)) {
        for (const name of await readdir(join(root, folder))) {
          if (isUsed(name)) continue
          const path = join(root, folder, name)
          const facts = await stat(path).catch(nullWhenAbsent)
          if (!facts || Date.now() - facts.mtimeMs < settledAfterMs) continue
          await rm(path, { force: true })
          count += 1
        }
      }
      return count
    },

    temporaryFolder: () => mkdtemp(join(temporary, 'work-'))
  }
}

async function removeOlder(folder: string, ageMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const facts = await stat(path).catch(nullWhenAbsent)
    if (facts && Date.now() - facts.mtimeMs >= ageMs) await rm(path, { recursive: true, force: true })
  }
}

async function writeSynced(path: string, content: Readable): Promise<{ sha256: string; sizeBytes: number }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const piece of content) {
      const chunk = piece as Buffer
      hash.update(chunk)
      await file.writeFile(chunk)
      sizeBytes += chunk.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { sha256: hash.digest('hex'), sizeBytes }
}

/** A second name costs nothing; file systems without hard links get a copy. */
async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error
    await copyFile(source, target, constants.COPYFILE_EXCL)
  }
}

function falseWhenAbsent(error: NodeJS.ErrnoException): false {
  if (error.code === 'ENOENT') return false
  throw error
}

function nullWhenAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
