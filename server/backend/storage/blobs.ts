import type { Readable } from 'node:stream'

export interface StoredBlob {
  /** SHA-256 of the content in lower-case hex, which is the name of the blob. */
  sha256: string
  sizeBytes: number
  /** False when the same content was there before. */
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
  /** Time at which it was put last, or moved into the trash: milliseconds since 1970. */
  sinceMs: number
}

/**
 * Content-addressed storage of files. A blob exists whole or not at all, and a completed `put` survives a crash and a power cut. Writing or
 * reading a blob restores it from the trash, so no user of a blob needs to look there.
 */
export interface Blobs {
  /** @throws StorageFull when there is no room; nothing stays behind then */
  put(content: Readable): Promise<StoredBlob>
  /**
   * Adds a finished file of the same machine without reading it twice; the file itself stays in place.
   * @param sha256 when the caller has hashed it already
   * @throws StorageFull when there is no room
   */
  putFile(path: string, sha256?: string): Promise<StoredBlob>
  /** @throws BlobMissing */
  open(sha256: string, range?: ByteRange): Promise<Readable>
  /** A small part in memory. @throws BlobMissing */
  read(sha256: string, range: ByteRange): Promise<Buffer>
  /** Path to the file, for libraries that need one; valid while the blob is not removed. @throws BlobMissing */
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
  /** Identity of the database that the files belong to; null before one has taken them. */
  filesId(): Promise<string | null>
  /** @param replacing the current id; when another one was set meanwhile, that one stays */
  setFilesId(id: string, replacing: string | null): Promise<void>
  /** An empty folder for temporary files on the same disk; removed after hours without a change. */
  temporaryFolder(): Promise<string>
}

/** Unused blobs, which no row named at the last sweep. */
export interface BlobTrash {
  /** Up to 1,000 at a time. */
  pages(): AsyncIterable<BlobFacts[]>
  /** Facts of the blobs that exist. */
  factsOf(names: string[]): Promise<BlobFacts[]>
  /** @returns number of blobs that still existed */
  bringBack(names: string[]): Promise<number>
  /** Removes blobs permanently. */
  remove(names: string[]): Promise<void>
}
