import type { Ways } from '../threads/ways.ts'
import type { PackedBlock } from './formats/blocks.ts'
import { type ReadTrack, readTrack } from './formats/read-track.ts'
import type { TrackWish } from './formats/track-reader.ts'

export interface TrackTask {
  path: string
  wish: TrackWish
  mostFixes: number
  dataDir: string
}

/**
 * Reads an uploaded file without a connection to the database. New blocks are made only after the previous ones are written, which limits memory use.
 * @throws TrackRefused
 */
export function trackWork({ path, wish, mostFixes }: TrackTask, { step, onProgress }: Ways<PackedBlock[]>): Promise<ReadTrack> {
  return readTrack(path, wish, { mostFixes, onBlocks: step, onProgress: readBytes => onProgress(readBytes, null) })
}
