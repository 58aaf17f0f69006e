import type { Readable } from 'node:stream'

export interface StoredBlob {
  /** SHA-256 of the content, lower-case hex: its name. */
  sha256: string
  sizeBytes: number
  /** False when the same content was there before. */
  added: boolean
}

/** Bytes from `start` up to and with `end`, counted from 0. */
export interface ByteRange {
  start: number
  end: number
}

export interface BlobFacts {
  sha256: string
  sizeBytes: number
  /** When it was put last, or moved into the trash: milliseconds since 1970. */
  sinceMs: number
}

/**
 * Content-addressed storage of files. A blob is there whole or not at all, and what `put` has answered survives a crash
 * and a power cut. A blob in the trash is brought back when it is put or read, so nobody who uses one needs to look there.
 */
export interface Blobs {
  /** @throws StorageFull when there is no room; nothing stays behind then */
  put(content: Readable): Promise<StoredBlob>
  /**
   * Takes a finished file of the same machine in without reading it through memory twice; the file itself stays where it is.
   * @param sha256 when the caller has hashed it already
   * @throws StorageFull when there is no room
   */
  putFile(path: string, sha256?: string): Promise<StoredBlob>
  /** @throws BlobMissing */
  open(sha256: string, range?: ByteRange): Promise<Readable>
  /** A small part in memory. @throws BlobMissing */
  read(sha256: string, range: ByteRange): Promise<Buffer>
  /** A path to read from for libraries that want a file; only while the blob is not removed. @throws BlobMissing */
  localPath(sha256: string): Promise<string>
  /** Size in bytes, or null when it is not there. */
  sizeOf(sha256: string): Promise<number | null>
  /** Names of all blobs, up to 1,000 at a time. */
  pages(): AsyncIterable<string[]>
  /** Of those that are there. */
  factsOf(names: string[]): Promise<BlobFacts[]>
  /** Moves blobs into the trash. */
  discard(names: string[]): Promise<void>
  trash: BlobTrash
  /** Says which database the files belong to; null while none has said so. */
  filesId(): Promise<string | null>
  /** @param replacing the id that stands there; when another one does by now, that one stays */
  setFilesId(id: string, replacing: string | null): Promise<void>
  /** An empty folder for unfinished work on the same disk; removed when it was not touched for hours. */
  temporaryFolder(): Promise<string>
}

/** Blobs that no row named when they were looked through. */
export interface BlobTrash {
  /** Up to 1,000 at a time. */
  pages(): AsyncIterable<BlobFacts[]>
  /** Of those that are there. */
  factsOf(names: string[]): Promise<BlobFacts[]>
  /** @returns how many were still there */
  bringBack(names: string[]): Promise<number>
  /** Removes for good. */
  remove(names: string[]): Promise<void>
}
