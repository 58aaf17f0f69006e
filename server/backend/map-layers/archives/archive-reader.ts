import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { TileIndex } from '../../../../shared/geometry/tile-grid.ts'
import { oneAtATime } from '../../../lib/one-at-a-time.ts'
import { type ArchiveDirectory, archiveDirectory, entryBytesInMemory, entryFor } from './archive-directory.ts'
import { ArchiveFault } from './archive-fault.ts'
import { type ArchiveHeader, type ArchivePart, archiveHeader, headerBytes } from './archive-header.ts'
import { tileNumber } from './tile-number.ts'

/** One state of an archive, wherever it is. */
export interface ArchiveSource {
  /** Key of this state, which differs for another archive and after each change. */
  key: string
  /** Reads a part; fewer bytes only if the archive ends within it. */
  read(part: ArchivePart): Promise<Buffer>
}

/**
 * Maximum size of a directory in bytes, as stored and after decompression. A decompressed directory has at most 500,000 entries, read in about 50 ms.
 */
const [mostStoredBytes, mostDirectoryBytes] = [1_000_000, 2_000_000]
const mostMetadataBytes = 4_000_000
/** Maximum number of directories on the way to a tile, including the root directory. */
const mostDirectories = 4
/** Memory for directories in bytes. */
const mostKeptBytes = 32_000_000

const unzip = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)

/**
 * Reads tiles of PMTiles archives. Sizes are checked before anything is read or decompressed, since an archive may be damaged or hostile. Recent
 * directories stay in memory, and directories are unpacked one at a time.
 */
// Long: the way from a header to a tile.
export function archiveReader() {
  const kept = new Map<string, ArchiveDirectory>()
  let keptBytes = 0
  const inTurn = oneAtATime()

  async function directory(source: ArchiveSource, { isCompressed }: ArchiveHeader, part: ArchivePart): Promise<ArchiveDirectory> {
    const key = `${source.key} ${part.offset}`
    const found = recall(key)
    if (found) return found
    if (part.length > mostStoredBytes) throw new ArchiveFault('one of its directories is larger than 1 MB')
    const stored = await readWhole(source, part)
    return inTurn('directory', async () => {
      const present = recall(key) // another request may have read it in the meantime
      if (present) return present
      const read = archiveDirectory(isCompressed ? await unzipped(stored, mostDirectoryBytes, 'one of its directories') : stored)
      keep(key, read)
      return read
    })
  }

  function recall(key: string): ArchiveDirectory | undefined {
    const found = kept.get(key)
    if (!found) return undefined
    kept.delete(key)
    kept.set(key, found) // newest last
    return found
  }

  function keep(key: string, read: ArchiveDirectory): void {
    kept.set(key, read)
    keptBytes += sizeOf(read)
    for (const [oldest, read] of kept) {
      if (keptBytes <= mostKeptBytes || oldest === key) return
      kept.delete(oldest)
      keptBytes -= sizeOf(read)
    }
  }

  const header = async (source: ArchiveSource): Promise<ArchiveHeader> =>
    archiveHeader(await source.read({ offset: 0, length: headerBytes }))

  return {
    /** Reads the header of an archive. @throws ArchiveFault */
    header,

    /** Reads the metadata of an archive, as text; null without any. @throws ArchiveFault */
    async metadata(source: ArchiveSource, { metadata, isCompressed }: ArchiveHeader): Promise<string | null> {
      if (metadata.length === 0) return null
      const stored = await readWhole(source, metadata)
      return (isCompressed ? await unzipped(stored, mostMetadataBytes, 'its metadata') : stored).toString('utf8')
    },

    /**
     * Reads a tile, and decompresses it if the tiles of the archive are compressed.
     * @param mostBytes size limit of the tile, before and after decompression
     * @returns null for a tile that the archive does not have
     * @throws ArchiveFault
     */
    async tile(source: ArchiveSource, tile: TileIndex, mostBytes: number): Promise<Buffer | null> {
      const facts = await header(source)
      if (tile.z < facts.minZoom || tile.z > facts.maxZoom) return null
      const number = tileNumber(tile)
      let part = facts.root
      for (let depth = 0; depth < mostDirectories; depth++) {
        const entry = entryFor(await directory(source, facts, part), number)
        if (!entry) return null
        part = within(entry.isDirectory ? facts.leaves : facts.tiles, entry)
        if (entry.isDirectory) continue
        if (part.length > mostBytes) throw new ArchiveFault('the tile is larger than 2 MB')
        const stored = await readWhole(source, part)
        return facts.hasCompressedTiles ? unzipped(stored, mostBytes, 'the tile') : stored
      }
      throw new ArchiveFault(`its directories are nested more than ${mostDirectories} deep`)
    }
  }
}

/** Memory of a directory in bytes. A directory with a single entry was measured to take 1.8 kB. */
const sizeOf = ({ numbers }: ArchiveDirectory) => 2_000 + numbers.length * entryBytesInMemory

function within(whole: ArchivePart, { offset, length }: ArchivePart): ArchivePart {
  if (length === 0 || offset + length > whole.length) throw new ArchiveFault('one of its directories names a place outside the archive')
  return { offset: whole.offset + offset, length }
}

async function readWhole(source: ArchiveSource, part: ArchivePart): Promise<Buffer> {
  const bytes = await source.read(part)
  if (bytes.length !== part.length) throw new ArchiveFault('it ends early')
  return bytes
}

/** @param subject subject of a sentence that ends in “cannot be decompressed” */
async function unzipped(stored: Buffer, mostBytes: number, subject: string): Promise<Buffer> {
  return unzip(stored, { maxOutputLength: mostBytes }).catch(error => {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new ArchiveFault(`${subject} ${isLarge ? `would take more than ${mostBytes / 1_000_000} MB` : 'cannot be decompressed'}`)
  })
}
