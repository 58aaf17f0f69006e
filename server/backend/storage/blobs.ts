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

/**
 * Content-addressed storage of files. A blob is there whole or not at all, and what `put` has answered survives a crash
 * and a power cut.
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
  remove(sha256: string): Promise<void>
  /**
   * Removes what nobody uses any more and has not been put for a day: a change that is under way may be about to use a younger one.
   * @returns how many were removed
   */
  removeUnused(isUsed: (sha256: string) => boolean): Promise<number>
  /** An empty folder for unfinished work on the same disk; emptied at the next start. */
  temporaryFolder(): Promise<string>
}
