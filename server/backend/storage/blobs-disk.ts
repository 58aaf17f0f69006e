import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, type FileHandle, link, mkdir, mkdtemp, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { storageCodes } from '../../../shared/error-codes/storage.ts'
import { codedError } from '../../lib/coded-error.ts'
import { blobFolder, falseWhenAbsent, moveBlobs, nullWhenAbsent } from './blob-folder.ts'
import type { BlobFacts, Blobs, ByteRange, StoredBlob } from './blobs.ts'
import { asStorageError, hashFile, syncFolder } from './durable-files.ts'

export const BlobMissing = codedError(storageCodes.BLOB_MISSING)

/**
 * Opens the blob store in a folder without deleting anything. A blob is written under `tmp/`, synced, and then renamed to `blobs/ab/abcdef…`.
 * The trash is `trash/ab/abcdef…`.
 */
// Long: the methods of one store.
export async function openDiskBlobs(dataDir: string): Promise<Blobs> {
  const kept = blobFolder(join(dataDir, 'blobs'))
  const thrown = blobFolder(join(dataDir, 'trash'))
  const { pathOf } = kept
  const temporary = join(dataDir, 'tmp')
  const idFile = join(kept.root, 'files-id')
  await mkdir(temporary, { recursive: true, mode: 0o700 })
  await mkdir(kept.root, { recursive: true, mode: 0o700 })
  await syncFolder(dataDir)

  /** Restores a blob from the trash. @returns false when the trash does not contain it */
  async function bringBack(sha256: string): Promise<boolean> {
    return (await moveBlobs([sha256], thrown, kept)) > 0
  }

  async function sizeOf(sha256: string): Promise<number | null> {
    const look = () => stat(pathOf(sha256)).catch(nullWhenAbsent)
    const facts = (await look()) ?? ((await bringBack(sha256)) ? await look() : null)
    return facts?.size ?? null
  }

  async function filesId(): Promise<string | null> {
    return (await readFile(idFile, 'utf8').catch(nullWhenAbsent))?.trim() || null
  }

  /** Renames a synced temporary file into place. @returns false when the content already existed */
  async function moveIn(from: string, sha256: string): Promise<boolean> {
    const target = pathOf(sha256)
    const now = new Date()
    const there = (await utimes(target, now, now).then(() => true, falseWhenAbsent)) || (await bringBack(sha256))
    if (there) {
      await rm(from)
      return false
    }
    const folder = await kept.makeFolderOf(sha256)
    await utimes(from, now, now) // the upload may have taken days, but as a blob it is new
    await rename(from, target)
    await syncFolder(folder)
    return true
  }

  async function openFile(sha256: string): Promise<FileHandle> {
    const look = () => open(pathOf(sha256), 'r').catch(nullWhenAbsent)
    const file = (await look()) ?? ((await bringBack(sha256)) ? await look() : null)
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

    pages: kept.pages,
    factsOf: kept.factsOf,

    async discard(names) {
      await moveBlobs(names, kept, thrown)
    },

    trash: {
      async *pages(): AsyncGenerator<BlobFacts[]> {
        for await (const names of thrown.pages()) yield await thrown.factsOf(names)
      },
      factsOf: thrown.factsOf,
      bringBack: names => moveBlobs(names, thrown, kept),
      remove: thrown.remove
    },

    filesId,

    async setFilesId(id, replacing) {
      const path = join(temporary, randomUUID())
      const file = await open(path, 'wx', 0o600)
      try {
        await file.writeFile(`${id}\n`)
        await file.sync()
      } finally {
        await file.close()
      }
      try {
        if (replacing !== null && (await filesId()) === replacing) return await rename(path, idFile)
        await link(path, idFile).catch(async (error: NodeJS.ErrnoException) => {
          if (error.code === 'EEXIST') return
          if ((await filesId()) === null) await rename(path, idFile) // on a file system without hard links
        })
      } finally {
        await rm(path, { force: true })
        await syncFolder(kept.root)
      }
    },

    temporaryFolder: () => mkdtemp(join(temporary, 'work-'))
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

/** Creates a hard link to a file, or copies it on file systems without hard links. */
async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error
    await copyFile(source, target, constants.COPYFILE_EXCL)
  }
}
