import type { Readable } from 'node:stream'

export interface StoredBlob {
  /** SHA-256 of the content in lower-case hex, which is the name of the blob. */
  sha256: string
  sizeBytes: number
  /** False when the same content already existed. */
  added: boolean
}

/** Bytes from `start` to `end`, inclusive, counted from 0. */
export interface ByteRange {
  start: number
  end: number
}

export interface BlobFacts {
  sha256: string
  sizeBytes: number
  /** Time of the last `put`, or of the move into the trash, in milliseconds since 1970. */
  sinceMs: number
}

/**
 * Content-addressed storage of files. A blob exists completely or not at all, and a completed `put` survives a crash and a power cut. Writing or
 * reading a blob restores it from the trash, so that callers need not check the trash.
 */
export interface Blobs {
  /** @throws StorageFull when the disk is full; no part of the file remains then */
  put(content: Readable): Promise<StoredBlob>
  /**
   * Adds a finished local file without reading it twice. The file itself stays in place.
   * @param sha256 hash of the file, if the caller has already computed it
   * @throws StorageFull when the disk is full
   */
  putFile(path: string, sha256?: string): Promise<StoredBlob>
  /** @throws BlobMissing */
  open(sha256: string, range?: ByteRange): Promise<Readable>
  /** Reads a small part into memory. @throws BlobMissing */
  read(sha256: string, range: ByteRange): Promise<Buffer>
  /** Path to the file, for libraries that need one; it is valid until the blob is removed. @throws BlobMissing */
  localPath(sha256: string): Promise<string>
  /** Size in bytes; null when it does not exist. */
  sizeOf(sha256: string): Promise<number | null>
  /** Names of all blobs, up to 1,000 at a time. */
  pages(): AsyncIterable<string[]>
  /** Facts of the blobs that exist. */
  factsOf(names: string[]): Promise<BlobFacts[]>
  /** Moves blobs into the trash. */
  discard(names: string[]): Promise<void>
  trash: BlobTrash
  /** Identity of the database that owns the files; null before a database has adopted them. */
  filesId(): Promise<string | null>
  /** @param replacing id to replace; an id that was set in the meantime stays */
  setFilesId(id: string, replacing: string | null): Promise<void>
  /** Makes an empty folder for temporary files on the same disk. The folder is removed after hours without a change. */
  temporaryFolder(): Promise<string>
}

/** Trash of unused blobs, which no row used at the last sweep. */
export interface BlobTrash {
  /** Facts of all blobs in the trash, up to 1,000 at a time. */
  pages(): AsyncIterable<BlobFacts[]>
  /** Facts of the blobs that exist. */
  factsOf(names: string[]): Promise<BlobFacts[]>
  /** @returns number of blobs that still existed */
  bringBack(names: string[]): Promise<number>
  /** Removes blobs permanently. */
  remove(names: string[]): Promise<void>
}
