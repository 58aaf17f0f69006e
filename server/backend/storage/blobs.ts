import type { Readable } from 'node:stream'

export interface StoredBlob {
  /** SHA-256 of the content in lower-case hex, which is also the name of the blob. */
  sha256: string
  sizeBytes: number
  /** Whether the content is new to the store. */
  added: boolean
}

/** Byte range from `start` to `end`, both inclusive and counted from 0. */
export interface ByteRange {
  start: number
  end: number
}

export interface BlobFacts {
  sha256: string
  sizeBytes: number
  /** Time of the last `put` or of the move into the trash, in milliseconds since 1970. */
  sinceMs: number
}

/**
 * Content-addressed storage of files. A blob exists completely or not at all, and a completed `put` survives a crash or power cut. Writing or
 * reading a blob also restores it from the trash, so callers need not check the trash.
 */
export interface Blobs {
  /** @throws StorageFull when the disk is full, without keeping any part of the file */
  put(content: Readable): Promise<StoredBlob>
  /**
   * Adds a finished local file, which is read only once. The original file is kept.
   * @param sha256 hash of the file, if the caller has already computed it
   * @throws StorageFull when the disk is full
   */
  putFile(path: string, sha256?: string): Promise<StoredBlob>
  /** @throws BlobMissing */
  open(sha256: string, range?: ByteRange): Promise<Readable>
  /** Reads a small range into memory. @throws BlobMissing */
  read(sha256: string, range: ByteRange): Promise<Buffer>
  /** Returns the path of the file, for libraries that need a path. The path is valid until the blob is removed. @throws BlobMissing */
  localPath(sha256: string): Promise<string>
  /** Returns the size in bytes; null for a missing blob. */
  sizeOf(sha256: string): Promise<number | null>
  /** Yields the names of all blobs, up to 1,000 at a time. */
  pages(): AsyncIterable<string[]>
  /** Returns the facts of those blobs that exist. */
  factsOf(names: string[]): Promise<BlobFacts[]>
  /** Moves blobs into the trash. */
  discard(names: string[]): Promise<void>
  trash: BlobTrash
  /** Returns the id of the database that owns the files; null until a database has adopted them. */
  filesId(): Promise<string | null>
  /** @param replacing id to replace; the new id is not stored when another one was set in the meantime */
  setFilesId(id: string, replacing: string | null): Promise<void>
  /** Creates an empty temporary folder on the same disk. The folder is deleted after several hours without changes. */
  temporaryFolder(): Promise<string>
}

/** Trash for blobs that no row referred to at the last sweep. */
export interface BlobTrash {
  /** Yields the facts of all blobs in the trash, up to 1,000 at a time. */
  pages(): AsyncIterable<BlobFacts[]>
  /** Returns the facts of those blobs that exist. */
  factsOf(names: string[]): Promise<BlobFacts[]>
  /** Restores blobs. @returns number of blobs that still existed */
  bringBack(names: string[]): Promise<number>
  /** Deletes blobs permanently. */
  remove(names: string[]): Promise<void>
}
