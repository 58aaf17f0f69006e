import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { freeBytes, reservedBytes } from '../../lib/free-space.ts'
import { asStorageError, StorageFull, syncFolder } from '../storage/durable-files.ts'
import { type UploadRecords, uploadLifetimeMs } from './upload-records.ts'

/** Room that a new upload may not announce for itself: the database and the thumbnails need some too. */
const reserveBytes = 256 * 1024 ** 2
/** While bytes arrive, the room is looked at this often: several uploads, and other programs, take of it at once. */
const lookAtRoomEveryBytes = 64 * 1024 ** 2
/** A file without a row that is younger may be getting its row right now. */
const orphanAgeMs = 3_600_000

/** What the metadata of a new upload says once it was checked. */
export interface AnnouncedUpload {
  projectId: string
  accountId: string
  fileName: string
}

/**
 * Unfinished uploads: a row says what is coming, a file holds what has come. An offset is answered only after the bytes are
 * synced, so whoever was told that a piece arrived never has to send it again.
 *
 * Who asks is never told that all has arrived, but at most all except the last byte: what became of an upload is said where its
 * last byte is sent. So an upload whose last answer got lost is finished by any client of the protocol that goes on with it,
 * and asking changes nothing.
 */
export class UploadStore extends DataStore {
  readonly #folder: string
  readonly #records: UploadRecords
  readonly #leaveFreeBytes: number

  constructor(folder: string, records: UploadRecords, leaveFreeBytes = reservedBytes) {
    super()
    this.#folder = folder
    this.#records = records
    this.#leaveFreeBytes = leaveFreeBytes
    this.extensions = ['creation', 'termination', 'expiration']
  }

  /** Creates the folder and deletes old files that no row speaks of: a process was killed between file and row. */
  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const known = new Set((await this.#records.unfinished()).map(({ id }) => id))
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name)
      const facts = known.has(name) ? null : await stat(path).catch(() => null)
      if (facts && Date.now() - facts.mtimeMs > orphanAgeMs) await rm(path, { force: true })
    }
  }

  pathOf(id: string): string {
    if (!/^[0-9a-f-]{36}$/.test(id)) throw ERRORS.FILE_NOT_FOUND
    return join(this.#folder, id)
  }

  /** @throws StorageFull when the announced size does not fit on the disk */
  override async create(upload: Upload): Promise<Upload> {
    const { size = 0 } = upload
    if (size + reserveBytes > (await freeBytes(this.#folder))) throw new StorageFull()
    const announced = upload.metadata as unknown as AnnouncedUpload
    const file = await open(this.pathOf(upload.id), 'wx', 0o600)
    await file.close()
    await syncFolder(this.#folder)
    await this.#records.insert({
      id: upload.id,
      project_id: announced.projectId,
      account_id: announced.accountId,
      file_name: announced.fileName,
      size_bytes: size
    })
    return upload
  }

  /** @throws StorageFull when only the reserve of the disk is left; what has come so far is kept */
  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const arrived = await this.#arrived(id)
    if (arrived === null && !(await this.#records.find(id))?.media_id) throw ERRORS.FILE_NO_LONGER_EXISTS
    // The last byte, sent again. The file may be a media item by now: it is not touched any more.
    if (arrived === null || arrived > offset) return offset + (await lengthOf(content))
    return this.#append(content, id, offset)
  }

  async #append(content: Readable, id: string, offset: number): Promise<number> {
    const file = await open(this.pathOf(id), 'r+')
    let end = offset
    let lookAt = offset
    try {
      for await (const piece of content) {
        if (end >= lookAt) {
          if ((await freeBytes(this.#folder)) < this.#leaveFreeBytes) throw new StorageFull()
          lookAt = end + lookAtRoomEveryBytes
        }
        const chunk = piece as Uint8Array
        for (let written = 0; written < chunk.length; ) {
          const { bytesWritten } = await file.write(chunk, written, chunk.length - written, end)
          written += bytesWritten
          end += bytesWritten
        }
      }
      await file.datasync()
    } catch (error) {
      // Also when the link broke: what has come so far is kept and need not be sent again.
      await file.datasync().catch(() => {})
      throw asStorageError(error)
    } finally {
      await file.close()
    }
    return end
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#records.find(id)
    if (!row) throw ERRORS.FILE_NOT_FOUND
    const size = row.size_bytes
    const arrived = row.media_id ? size : await this.#arrived(id)
    if (arrived === null) throw ERRORS.FILE_NO_LONGER_EXISTS
    const offset = Math.min(arrived, size - 1)
    return new Upload({ id, size, offset, metadata: { filename: row.file_name }, creation_date: row.created_at })
  }

  /** How many bytes are on the disk; null when the file is gone. */
  async #arrived(id: string): Promise<number | null> {
    const facts = await stat(this.pathOf(id)).catch(() => null)
    return facts?.size ?? null
  }

  override async remove(id: string): Promise<void> {
    await this.#records.remove(id)
    await this.removeFile(id)
  }

  async removeFile(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true })
  }

  override async deleteExpired(): Promise<number> {
    const ids = await this.#records.removeExpired()
    for (const id of ids) await this.removeFile(id)
    return ids.length
  }

  override getExpiration(): number {
    return uploadLifetimeMs
  }
}

async function lengthOf(content: Readable): Promise<number> {
  let length = 0
  for await (const piece of content) length += (piece as Uint8Array).length
  return length
}
