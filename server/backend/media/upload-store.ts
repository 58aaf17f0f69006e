import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { asStorageError, StorageFull, syncFolder } from '../storage/durable-files.ts'
import { type UploadRecords, uploadLifetimeMs } from './upload-records.ts'

/** Room that an upload may not take: the database and the thumbnails need some too. */
const reserveBytes = 256 * 1024 ** 2
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
 */
export class UploadStore extends DataStore {
  readonly #folder: string
  readonly #records: UploadRecords

  constructor(folder: string, records: UploadRecords) {
    super()
    this.#folder = folder
    this.#records = records
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
    const { bavail, bsize } = await statfs(this.#folder)
    const { size = 0 } = upload
    if (size + reserveBytes > bavail * bsize) throw new StorageFull()
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

  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const file = await open(this.pathOf(id), 'r+').catch(() => {
      throw ERRORS.FILE_NO_LONGER_EXISTS
    })
    let end = offset
    try {
      for await (const piece of content) {
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
    const offset = row.media_id ? row.size_bytes : await this.arrived(id)
    if (offset === null) throw ERRORS.FILE_NO_LONGER_EXISTS
    return new Upload({ id, size: row.size_bytes, offset, metadata: { filename: row.file_name }, creation_date: row.created_at })
  }

  /** How many bytes are on the disk; null when the file is gone. */
  async arrived(id: string): Promise<number | null> {
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
