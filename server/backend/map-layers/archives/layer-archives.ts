import type { MapArchive, MapLayerState } from '../../../../shared/contracts/map-layers.ts'
import type { TileIndex } from '../../../../shared/geometry/tile-grid.ts'
import { NotFound } from '../../../lib/errors.ts'
import { ArchiveNotRead } from '../errors.ts'
import type { MapLayerTable } from '../tables.ts'
import { mostTileBytes, mostTilePx, type TilePicture, tilePicture } from '../tile-picture.ts'
import { ArchiveFault, ArchiveMissing } from './archive-fault.ts'
import { archiveFiles } from './archive-files.ts'
import type { ArchiveHeader } from './archive-header.ts'
import { archiveReader } from './archive-reader.ts'
import { archiveValues } from './archive-values.ts'

export interface ArchiveTile {
  /** `ETag` of the tile in this state of the archive. */
  tag: string
  /** Picture of the tile; null for a client that already has the picture. */
  picture: { body: Buffer; type: TilePicture['type'] } | null
}

export interface LayerState {
  state: MapLayerState
  /** Reason why the archive cannot be read; null if it can be read. */
  fault: string | null
}

type ArchiveLayer = Pick<MapLayerTable, 'kind' | 'address' | 'archive_version'>

export type LayerArchives = ReturnType<typeof layerArchives>

/** Archives in the operator's folder, with their tiles and states. */
// Long: the ways in which routes use an archive.
export function layerArchives(folder: string) {
  const files = archiveFiles(folder)
  const reader = archiveReader()

  async function described(fileName: string): Promise<MapArchive> {
    const facts = { sizeBytes: 0, modifiedAt: null as string | null }
    try {
      return await files.use(fileName, async archive => {
        Object.assign(facts, { sizeBytes: archive.sizeBytes, modifiedAt: archive.modifiedAt })
        const header = await reader.header(archive)
        const values = await archiveValues(header, await reader.metadata(archive, header), fileName)
        return { fileName, ...facts, values, fault: null }
      })
    } catch (error) {
      if (error instanceof ArchiveFault) return { fileName, ...facts, values: null, fault: error.message }
      throw error
    }
  }

  /** Reads the header and version of an archive. @throws ArchiveFault */
  const facts = (fileName: string): Promise<{ header: ArchiveHeader; version: string }> =>
    files.use(fileName, async archive => ({ header: await reader.header(archive), version: archive.version }))

  return {
    facts,

    /** Archives that an administrator can choose from, and the reasons why others cannot be chosen. */
    async list(): Promise<MapArchive[]> {
      const archives: MapArchive[] = []
      for (const name of await files.list()) archives.push(await described(name))
      return archives
    },

    /** Returns the state of the archive of a layer. A layer from another server is always ready. */
    async stateOf({ kind, address, archive_version }: ArchiveLayer): Promise<LayerState> {
      if (kind !== 'pmtiles') return { state: 'ready', fault: null }
      try {
        const { version } = await facts(address)
        return { state: version === archive_version ? 'ready' : 'replaced', fault: null }
      } catch (error) {
        if (!(error instanceof ArchiveFault)) throw error
        return { state: error instanceof ArchiveMissing ? 'missing' : 'unreadable', fault: error.message }
      }
    },

    /**
     * Reads a tile from the archive of a layer.
     * @param knownTag `ETag` of the tile that the client has
     * @throws NotFound for a tile that the archive does not have
     * @throws ArchiveNotRead with the reason
     */
    async read({ address }: ArchiveLayer, tile: TileIndex, knownTag: string | undefined): Promise<ArchiveTile> {
      try {
        return await files.use(address, async archive => {
          const tag = `"${archive.key}-${tile.z}-${tile.x}-${tile.y}"`
          if (tag === knownTag) return { tag, picture: null }
          const body = await reader.tile(archive, tile, mostTileBytes)
          if (!body) throw new NotFound('The tile')
          return { tag, picture: { body, type: typeOf(body) } }
        })
      } catch (error) {
        throw error instanceof ArchiveFault ? Object.assign(new ArchiveNotRead(error.message), { cause: error }) : error
      }
    }
  }
}

function typeOf(body: Buffer): TilePicture['type'] {
  const picture = tilePicture(body)
  if (!picture) throw new ArchiveFault('the tile is not a PNG, JPEG, WebP or AVIF picture')
  if (Math.max(picture.width, picture.height) > mostTilePx) throw new ArchiveFault(`the picture is larger than ${mostTilePx} px`)
  return picture.type
}
