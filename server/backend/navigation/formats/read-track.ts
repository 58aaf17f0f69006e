import type { TrackFormat, TrackReport } from '../../../../shared/contracts/navigation.ts'
import type { Fix } from '../../../../shared/navigation/fix.ts'
import { LineMaker, type TrackLine } from '../line-maker.ts'
import { BlockMaker, type Bounds, type PackedBlock } from './blocks.ts'
import { Gathering } from './gathering.ts'
import { linesOf } from './lines.ts'
import { isNmea, nmeaReader } from './nmea.ts'
import { TrackRefused } from './refusal.ts'
import { tableReader } from './table.ts'
import type { TrackReader, TrackWish } from './track-reader.ts'

export interface ReadTrack {
  format: TrackFormat
  report: TrackReport
  fixCount: number
  bounds: Bounds
  line: TrackLine
}

interface Reading {
  mostFixes: number
  /** Receives finished blocks in chronological order. */
  onBlocks(blocks: PackedBlock[]): Promise<void>
  onProgress(readBytes: number): void
}

/** Reads a navigation file in one pass. Memory use does not depend on the file size. @throws TrackRefused for a file that cannot be a track */
export async function readTrack(path: string, wish: TrackWish, { mostFixes, onBlocks, onProgress }: Reading): Promise<ReadTrack> {
  const blocks = new BlockMaker()
  const line = new LineMaker()
  const take = (fix: Fix) => {
    blocks.take(fix)
    line.take(fix)
  }
  const gathering = new Gathering({ take }, mostFixes)
  let reader: TrackReader | null = null
  for await (const { first, lines, readBytes } of linesOf(path)) {
    reader ??= (isNmea(lines) ? nmeaReader : tableReader)(gathering, wish)
    for (const [at, line] of lines.entries()) reader.take(line, first + at)
    const made = blocks.taken()
    if (made.length > 0) await onBlocks(made)
    onProgress(readBytes)
  }
  if (!reader) throw new TrackRefused('The file is empty')
  const { format, ...described } = reader.end()
  const counted = gathering.end()
  const { blocks: last, bounds } = blocks.end()
  await onBlocks(last)
  return { format, bounds, line: line.end(), fixCount: gathering.fixCount, report: { ...described, ...counted } }
}
