import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { timestamp } from '../../lib/clock.ts'
import { freeBytes, reservedBytes } from '../../lib/free-space.ts'
import type { RoomLimits } from '../../lib/room-limits.ts'
import { asStorageError, StorageFull, syncFolder } from '../storage/durable-files.ts'
import { type UploadRecords, type UploadRow, uploadLifetimeMs } from './upload-records.ts'

/** Number of bytes between two checks of the free space, which other uploads and programs also use, and of the row, which another process may remove. */
const checkRoomEveryBytes = 64 * 1024 ** 2

/** Validated metadata of a new upload. */
export interface AnnouncedUpload {
  projectId: string
  accountId: string
  fileName: string
  /** Id shared by files that were added together: up to 64 letters, digits and `-`. Null if absent. */
  batch: string | null
  purpose: UploadRow['purpose']
}

/**
 * Store of unfinished uploads. Each upload has a database row, and a file with the bytes received so far. The bytes before a reported offset are
 * synced, so clients never have to resend them.
 *
 * The response to the last byte carries the result of the upload. A reported offset therefore excludes the last byte, even if all bytes have arrived.
 * Any tus client can then send that byte again to get a lost response. Reading the offset changes nothing.
 */
export class UploadStore extends DataStore {
  readonly #folder: string
  readonly #records: UploadRecords
  readonly #limits: RoomLimits
  readonly #running = new Map<string, Readable>()

  constructor(folder: string, records: UploadRecords, limits: RoomLimits) {
    super()
    this.#folder = folder
    this.#records = records
    this.#limits = limits
    this.extensions = ['creation', 'termination', 'expiration']
  }

  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
  }

  pathOf(id: string): string {
    if (!/^[0-9a-f-]{36}$/.test(id)) throw ERRORS.FILE_NOT_FOUND
    return join(this.#folder, id)
  }

  /** Reserves storage for a new upload. @throws StorageFull | QuotaReached | OwnQuotaReached, leaving nothing behind */
  override async create(upload: Upload): Promise<Upload> {
    const { id, size = 0 } = upload
    const { projectId, accountId, fileName, batch, purpose } = upload.metadata as unknown as AnnouncedUpload
    const row = { id, project_id: projectId, account_id: accountId, file_name: fileName, size_bytes: size, batch, purpose }
    await this.#records.begin(row, this.#limits, this.#folder)
    try {
      const file = await open(this.pathOf(id), 'wx', 0o600)
      await file.close()
      await syncFolder(this.#folder)
    } catch (error) {
      await this.remove(id)
      throw asStorageError(error)
    }
    return upload
  }

  /** Appends bytes. @throws StorageFull when only the reserved disk space is left; the received bytes are kept */
  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const arrived = await this.#arrived(id)
    if (arrived === null && !(await this.#records.find(id))?.media_id) throw ERRORS.FILE_NO_LONGER_EXISTS
    // The client resent the last byte. The file may already belong to a media item, so it is not changed.
    if (arrived === null || arrived > offset) return offset + (await lengthOf(content))
    return this.#append(content, id, offset)
  }

  async #append(content: Readable, id: string, offset: number): Promise<number> {
    const file = await open(this.pathOf(id), 'r+')
    this.#running.set(id, content)
    let end = offset
    let checkAt = offset
    try {
      for await (const piece of content) {
        if (end >= checkAt) {
          const least = Math.min(this.#limits.minFreeBytes, reservedBytes)
          if ((await freeBytes(this.#folder)) < least) throw new StorageFull()
          if (end > offset && !(await this.#records.markArrived(id, end))) throw ERRORS.FILE_NO_LONGER_EXISTS
          checkAt = end + checkRoomEveryBytes
        }
        const chunk = piece as Uint8Array
        for (let written = 0; written < chunk.length; ) {
          const { bytesWritten } = await file.write(chunk, written, chunk.length - written, end)
          written += bytesWritten
          end += bytesWritten
        }
      }
      await file.datasync()
      await this.#records.markArrived(id, end)
    } catch (error) {
      // The received bytes are kept even if the connection broke, so the client need not resend them.
      await file.datasync().catch(() => {})
      await this.#records.markArrived(id, end).catch(() => {})
      throw asStorageError(error)
    } finally {
      this.#running.delete(id)
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
    const creation_date = timestamp(Date.parse(row.expires_at) - uploadLifetimeMs) // the tus library derives the same expiry from it
    return new Upload({ id, size, offset, metadata: { filename: row.file_name }, creation_date })
  }

  /** Returns the number of bytes on the disk; null when the file is gone. */
  async #arrived(id: string): Promise<number | null> {
    const facts = await stat(this.pathOf(id)).catch(() => null)
    return facts?.size ?? null
  }

  /** Cancels an upload immediately, even while it receives bytes. */
  async end(id: string, reason: Error): Promise<void> {
    this.#running.get(id)?.destroy(reason)
    await this.remove(id)
  }

  override async remove(id: string): Promise<void> {
    await this.removeFile(id) // first, because a full disk may refuse the change of the database
    await this.#records.remove(id)
  }

  async removeFile(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true })
  }

  override async deleteExpired(): Promise<number> {
    const ids = await this.#records.removeExpired()
    for (const id of ids) await this.removeFile(id)
    await this.#removeWithoutRow()
    return ids.length
  }

  /** Removes old files without a row. Such files remain when a project is deleted or the process is killed. */
  async #removeWithoutRow(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const facts = await stat(join(this.#folder, name)).catch(() => null)
      if (!facts || Date.now() - facts.mtimeMs < uploadLifetimeMs || (await this.#records.find(name))) continue
      await rm(join(this.#folder, name), { force: true })
    }
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
