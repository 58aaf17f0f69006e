import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ArchiveFault, ArchiveMissing } from './archive-fault.ts'
import type { ArchiveSource } from './archive-reader.ts'

export interface ArchiveFile extends ArchiveSource {
  sizeBytes: number
  modifiedAt: string
  /** Text of size and time, which changes when the file is replaced. */
  version: string
}

/** Maximum number of archives that are listed. */
const mostListed = 100
const namePattern = /^[^./\\\p{Cc}][^/\\\p{Cc}]{0,190}\.pmtiles$/u

/** Whether a text is the name of an archive, and not a path. */
export const isArchiveName = (name: string): boolean => namePattern.test(name)

/** Archives in a folder, which the operator fills. Nothing is written to the folder. */
export function archiveFiles(folder: string) {
  return {
    /** Reads the names of the archives in alphabetical order, at most 100. */
    async list(): Promise<string[]> {
      const names = await readdir(folder).catch(() => []) // the folder may be missing
      return names
        .filter(isArchiveName)
        .sort((one, other) => one.localeCompare(other, 'en'))
        .slice(0, mostListed)
    },

    /** Reads from an archive, which is closed afterwards. @throws ArchiveMissing @throws ArchiveFault if the file cannot be read */
    async use<Result>(name: string, work: (archive: ArchiveFile) => Promise<Result>): Promise<Result> {
      if (!isArchiveName(name)) throw new ArchiveMissing()
      const file = await openedFile(join(folder, name))
      try {
        return await work(await archiveIn(file, name))
      } finally {
        await file.close()
      }
    }
  }
}

/** Opens a regular file. A pipe is refused first, because it would wait for a writer. */
async function openedFile(path: string): Promise<FileHandle> {
  try {
    if ((await stat(path)).isFile()) return await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    throw asFault(error)
  }
  throw new ArchiveFault('it is not a file')
}

async function archiveIn(file: FileHandle, name: string): Promise<ArchiveFile> {
  const { size, mtimeMs, mtime, ino } = await file.stat()
  return {
    key: createHash('sha256').update(`${name} ${size} ${mtimeMs} ${ino}`).digest('base64url'),
    version: `${size} ${Math.round(mtimeMs)}`,
    sizeBytes: size,
    modifiedAt: mtime.toISOString(),
    async read({ offset, length }) {
      if (offset >= size) return Buffer.alloc(0) // no memory for a place beyond the end
      const buffer = Buffer.alloc(Math.min(length, size - offset))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, offset).catch(error => {
        throw asFault(error)
      })
      return buffer.subarray(0, bytesRead)
    }
  }
}

function asFault(error: unknown): ArchiveFault {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return new ArchiveMissing()
  return new ArchiveFault(
    code === 'EACCES' || code === 'EPERM' ? 'the server is not permitted to read the file' : `the disk reports an error (${code})`
  )
}
