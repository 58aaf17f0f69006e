import type { MapLayerBounds } from '../../../../shared/contracts/map-layers.ts'
import { tileZoomLimit } from '../../../../shared/limits.ts'
import { ArchiveFault } from './archive-fault.ts'

/** Part of an archive, in bytes from its start. */
export interface ArchivePart {
  offset: number
  length: number
}

export interface ArchiveHeader {
  root: ArchivePart
  metadata: ArchivePart
  leaves: ArchivePart
  tiles: ArchivePart
  /** Whether directories and metadata are compressed with gzip. */
  isCompressed: boolean
  /** Whether each tile is compressed with gzip. */
  hasCompressedTiles: boolean
  minZoom: number
  maxZoom: number
  /** Extent in degrees; null if the header has no valid extent. */
  bounds: MapLayerBounds | null
}

/** Length of the header in bytes. */
export const headerBytes = 127
/** Maximum number of bytes from the start of an archive to the end of its root directory. */
const rootWithinBytes = 16_384
const mostMetadataBytes = 1_000_000
const [version, gzip] = [3, 2]
const pictureTypes = [2, 3, 4, 5]
const vectorTypes = [1, 6]

/** Reads the header of an archive. Source: PMTiles specification 3, section 3. @throws ArchiveFault unless its tiles are pictures */
export function archiveHeader(bytes: Buffer): ArchiveHeader {
  if (bytes.toString('latin1', 0, 2) !== 'PM') throw new ArchiveFault('it is not a PMTiles archive')
  if (bytes.toString('latin1', 0, 7) !== 'PMTiles' || bytes[7] !== version)
    throw new ArchiveFault('it is not in version 3 of the PMTiles format')
  if (bytes.length < headerBytes) throw new ArchiveFault('it ends early')
  const type = bytes.readUInt8(99)
  if (vectorTypes.includes(type)) throw new ArchiveFault('it has vector tiles, and the map draws only pictures')
  if (!pictureTypes.includes(type)) throw new ArchiveFault('its tiles are neither PNG, JPEG, WebP nor AVIF pictures')
  const [minZoom, maxZoom] = [bytes.readUInt8(100), bytes.readUInt8(101)]
  if (minZoom > maxZoom || minZoom > tileZoomLimit) throw new ArchiveFault(`its zoom levels from ${minZoom} to ${maxZoom} cannot be drawn`)
  const [root, metadata] = [partAt(bytes, 8), partAt(bytes, 24)]
  if (root.offset + root.length > rootWithinBytes) throw new ArchiveFault('its first directory is larger than the format allows')
  if (metadata.length > mostMetadataBytes) throw new ArchiveFault('its metadata are larger than 1 MB')
  return {
    ...{ root, metadata, leaves: partAt(bytes, 40), tiles: partAt(bytes, 56) },
    isCompressed: isGzip(bytes.readUInt8(97), 'its directories'),
    hasCompressedTiles: isGzip(bytes.readUInt8(98), 'its tiles'),
    ...{ minZoom, maxZoom: Math.min(maxZoom, tileZoomLimit) },
    bounds: boundsOf(...([102, 106, 110, 114].map(at => bytes.readInt32LE(at) / 1e7) as [number, number, number, number]))
  }
}

function partAt(bytes: Buffer, at: number): ArchivePart {
  const [offset, length] = [Number(bytes.readBigUInt64LE(at)), Number(bytes.readBigUInt64LE(at + 8))]
  if (offset + length > Number.MAX_SAFE_INTEGER) throw new ArchiveFault('its header has offsets too large for any file')
  return { offset, length }
}

/** @param code 0 unknown, 1 none, 2 gzip; brotli and zstd are not written for pictures */
function isGzip(code: number, subject: string): boolean {
  if (code > gzip) throw new ArchiveFault(`${subject} are compressed, but not with gzip`)
  return code === gzip
}

const boundsOf = (west: number, south: number, east: number, north: number): MapLayerBounds | null =>
  west >= -180 && west < east && east <= 180 && south >= -90 && south < north && north <= 90 ? { west, south, east, north } : null
