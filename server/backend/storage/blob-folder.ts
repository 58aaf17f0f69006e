import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BlobFacts } from './blobs.ts'
import { syncFolder } from './durable-files.ts'

const pageSize = 1_000
const blobName = /^[0-9a-f]{64}$/

/** Folder of files named by their hash, in 256 subfolders: `ab/abcdef…`. Files with other names are ignored. */
export function blobFolder(root: string) {
  function pathOf(sha256: string): string {
    if (!blobName.test(sha256)) throw new TypeError('a blob is named by 64 hex digits')
    return join(root, sha256.slice(0, 2), sha256)
  }

  async function factsOf(names: string[]): Promise<BlobFacts[]> {
    const all = await Promise.all(names.map(name => stat(pathOf(name)).catch(nullWhenAbsent)))
    return names.flatMap((sha256, at) => {
      const facts = all[at]
      return facts ? [{ sha256, sizeBytes: facts.size, sinceMs: facts.mtimeMs }] : []
    })
  }

  return {
    root,
    pathOf,
    factsOf,

    async *pages(): AsyncGenerator<string[]> {
      for (const folder of (await readdir(root).catch(emptyWhenAbsent)).sort()) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue
        const names = (await readdir(join(root, folder)).catch(emptyWhenAbsent)).filter(
          name => blobName.test(name) && name.startsWith(folder)
        )
        for (let at = 0; at < names.length; at += pageSize) yield names.slice(at, at + pageSize)
      }
    },

    async makeFolderOf(sha256: string): Promise<string> {
      const folder = dirname(pathOf(sha256))
      if (await mkdir(folder, { recursive: true, mode: 0o700 })) {
        await syncFolder(root)
        await syncFolder(dirname(root))
      }
      return folder
    },

    async remove(names: string[]): Promise<void> {
      for (const name of names) await rm(pathOf(name), { force: true })
    }
  }
}

export type BlobFolder = ReturnType<typeof blobFolder>

/**
 * Moves files between folders, each atomically and with a new modification time. The target folders are synced first. After a power cut, each
 * file is therefore in one of the folders or in both.
 * @returns number of files that existed
 */
export async function moveBlobs(names: string[], from: BlobFolder, to: BlobFolder): Promise<number> {
  const touched = new Set<string>()
  let count = 0
  for (const name of names) {
    const now = new Date()
    if (!(await utimes(from.pathOf(name), now, now).then(() => true, falseWhenAbsent))) continue
    touched.add(await to.makeFolderOf(name))
    if (await rename(from.pathOf(name), to.pathOf(name)).then(() => true, falseWhenAbsent)) count += 1
  }
  for (const folder of touched) await syncFolder(folder)
  for (const folder of touched) await syncFolder(join(from.root, folder.slice(-2)))
  return count
}

export function falseWhenAbsent(error: NodeJS.ErrnoException): false {
  if (error.code === 'ENOENT') return false
  throw error
}

export function nullWhenAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

function emptyWhenAbsent(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
  throw error
}
