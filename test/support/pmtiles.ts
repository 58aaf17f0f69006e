import { gzipSync } from 'node:zlib'
import { tileNumber } from '../../server/backend/map-layers/archives/tile-number.ts'

export interface ArchivedTile {
  z: number
  x: number
  y: number
  body: Buffer
}

interface ArchiveOptions {
  metadata?: unknown
  /** Extent in degrees: west, south, east, north. */
  bounds?: [number, number, number, number]
  minZoom?: number
  maxZoom?: number
  /** Type of the tiles by its code in the format: 2 for PNG. */
  type?: number
  /** Compression of directories and metadata: 1 none, 2 gzip. */
  compression?: 1 | 2
  /** Compression of the tiles: 1 none, 2 gzip. */
  tileCompression?: 1 | 2
  /** Number of levels of directories below the first. */
  levels?: number
  /** Change of the header at the end. */
  patch?: (header: Buffer) => void
  /** First directory, instead of one of the tiles. */
  root?: Buffer
  /** Directories below the first, as they are stored. */
  leaves?: Buffer
  /** Metadata as they are stored. */
  rawMetadata?: Buffer
}

/** Entry of a directory: number of the first tile, place, length, and run; 0 for another directory. */
export type ArchiveEntry = [number: number, offset: number, length: number, run: number]

/** Variable-length numbers, one after the other. */
export function varints(...values: number[]): Buffer {
  const bytes: number[] = []
  for (let value of values) {
    for (; value >= 0x80; value = Math.floor(value / 0x80)) bytes.push((value % 0x80) | 0x80)
    bytes.push(value)
  }
  return Buffer.from(bytes)
}

/** A directory before compression. */
export const directoryOf = (entries: readonly ArchiveEntry[]): Buffer =>
  varints(
    entries.length,
    ...entries.map(([number], index) => number - (entries[index - 1]?.[0] ?? 0)),
    ...entries.map(([, , , run]) => run),
    ...entries.map(([, , length]) => length),
    ...entries.map(([, offset]) => offset + 1)
  )

/** A PMTiles archive of version 3, written by the test itself. */
// Long: the parts of a file, in order.
export function pmtiles(tiles: readonly ArchivedTile[], options: ArchiveOptions = {}): Buffer {
  const { compression = 2, tileCompression = 1, levels = 0, bounds = [-180, -85, 180, 85] } = options
  const packed = (bytes: Buffer) => (compression === 2 ? gzipSync(bytes) : bytes)
  const bodies = new Map<number, Buffer>()
  for (const tile of tiles) bodies.set(tileNumber(tile), tileCompression === 2 ? gzipSync(tile.body) : tile.body)
  let offset = 0
  let entries = [...bodies]
    .sort(([one], [other]) => one - other)
    .map(([number, body]): ArchiveEntry => {
      const entry: ArchiveEntry = [number, offset, body.length, 1]
      offset += body.length
      return entry
    })
  const content = Buffer.concat([...bodies].sort(([one], [other]) => one - other).map(([, body]) => body))
  let leaves: Buffer = Buffer.alloc(0)
  for (let level = 0; level < levels; level++) {
    const leaf = packed(directoryOf(entries))
    const place = leaves.length
    leaves = Buffer.concat([leaves, leaf])
    entries = [[entries[0]?.[0] ?? 0, place, leaf.length, 0]]
  }
  leaves = options.leaves ?? leaves
  const root = options.root ?? packed(directoryOf(entries))
  const metadata = options.rawMetadata ?? packed(Buffer.from(JSON.stringify(options.metadata ?? {})))
  const zooms = tiles.map(({ z }) => z)
  const header = Buffer.alloc(127)
  header.write('PMTiles', 'latin1')
  header[7] = 3
  let at = 127
  for (const [index, part] of [root, metadata, leaves, content].entries()) {
    header.writeBigUInt64LE(BigInt(at), 8 + 16 * index)
    header.writeBigUInt64LE(BigInt(part.length), 16 + 16 * index)
    at += part.length
  }
  for (const place of [72, 80, 88]) header.writeBigUInt64LE(BigInt(tiles.length), place)
  header.set([1, compression, tileCompression, options.type ?? 2], 96)
  header.set([options.minZoom ?? Math.min(...zooms), options.maxZoom ?? Math.max(...zooms)], 100)
  for (const [index, edge] of bounds.entries()) header.writeInt32LE(Math.round(edge * 1e7), 102 + 4 * index)
  options.patch?.(header)
  return Buffer.concat([header, root, metadata, leaves, content])
}

/** All tiles of the zooms up to the given one, with the same picture. */
export const everyTile = (lastZoom: number, body: Buffer): ArchivedTile[] =>
  Array.from({ length: lastZoom + 1 }, (_, z) =>
    Array.from({ length: 4 ** z }, (_, index): ArchivedTile => ({ z, x: index % 2 ** z, y: Math.floor(index / 2 ** z), body }))
  ).flat()
