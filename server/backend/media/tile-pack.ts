import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type PyramidLevel, tileIndex } from '../../../shared/geometry/tile-pyramid.ts'
import type { Blobs, ByteRange } from '../storage/blobs.ts'

/*
 * File format with all tiles of a picture. It begins with `ISOTILE1` and the offset of each tile, followed by the end of the last one.
 * Offsets are 64-bit little-endian integers from the start of the file. The tiles follow row by row, level 0 first.
 * A single file is faster to write and back up than hundreds of files, and it is never incomplete.
 */
const mark = Buffer.from('ISOTILE1')
const offsetBytes = 8

/** Path of a tile in the folder that `cutTiles` writes. */
export const tilePath = (folder: string, level: number, column: number, row: number) =>
  join(folder, 'tiles_files', String(level), `${column}_${row}.jpeg`)

/** Packs the tiles in a folder into a single blob. @returns the name of the blob */
export async function packTiles(blobs: Blobs, levels: PyramidLevel[], folder: string): Promise<string> {
  const paths = levels.flatMap(({ columns, rows }, level) =>
    Array.from({ length: rows * columns }, (_, at) => tilePath(folder, level, at % columns, Math.floor(at / columns)))
  )
  const index = Buffer.alloc((paths.length + 1) * offsetBytes)
  let end = mark.length + index.length
  for (const [at, path] of paths.entries()) {
    index.writeBigUInt64LE(BigInt(end), at * offsetBytes)
    end += (await stat(path)).size
  }
  index.writeBigUInt64LE(BigInt(end), paths.length * offsetBytes)
  const { sha256 } = await blobs.put(Readable.from(packed(index, paths)))
  return sha256
}

async function* packed(index: Buffer, paths: string[]): AsyncGenerator<Buffer> {
  yield mark
  yield index
  for (const path of paths) {
    const file = await open(path, 'r')
    try {
      yield await file.readFile()
    } finally {
      await file.close()
    }
  }
}

/** Reads a range of a tile pack. The last byte of the range is included. */
export type ReadPart = (range: ByteRange) => Promise<Buffer>

/** Reads a tile as JPEG. @throws RangeError when the picture has no such tile */
export async function readTile(
  read: ReadPart,
  levels: PyramidLevel[],
  tile: { level: number; column: number; row: number }
): Promise<Buffer> {
  const at = tileIndex(levels, tile.level, tile.column, tile.row)
  if (at === null) throw new RangeError('the picture has no such tile')
  const from = mark.length + at * offsetBytes
  const entry = await read({ start: from, end: from + 2 * offsetBytes - 1 })
  const start = Number(entry.readBigUInt64LE(0))
  const end = Number(entry.readBigUInt64LE(offsetBytes))
  return read({ start, end: end - 1 })
}
