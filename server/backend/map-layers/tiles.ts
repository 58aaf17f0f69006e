import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { columnsAt, rowsAt, type TileIndex } from '../../../shared/geometry/tile-grid.ts'
import { NotFound } from '../../lib/errors.ts'
import { hostAndPort } from '../fetcher/allowed-url.ts'
import { FetchRefused, Offline, PrivateAddress, ResponseTooLarge } from '../fetcher/fetch-errors.ts'
import type { Fetcher } from '../fetcher/fetcher.ts'
import { TileNotRead } from './errors.ts'
import { freshMs } from './freshness.ts'
import type { KeptTile, TileCache } from './kept-tiles.ts'
import { pictureType } from './picture-type.ts'
import type { HeaderSeal } from './secret-headers.ts'
import type { MapLayerTable } from './tables.ts'
import { tileAddress } from './tile-address.ts'

export type LayerRow = Selectable<MapLayerTable>

export interface Tile {
  body: Buffer
  type: NonNullable<ReturnType<typeof pictureType>>
}

/** Maximum size of a tile in bytes. */
const mostTileBytes = 2_000_000
/** Time limit of one tile in milliseconds. It is below the deadline of the gateway, so that the page gets the reason. */
const tileWithinMs = 20_000
/** Number of requests to the server of a layer at the same time. */
const lanes = 4

interface LayerTiles {
  fetcher: Fetcher
  isOffline: boolean
  seal: HeaderSeal
  onDisk: TileCache
  inMemory: TileCache
}

export const sourceOf = ({ kind, address, projection, wms_layers, wms_styles }: LayerRow) => ({
  ...{ kind, address, projection },
  wmsLayers: wms_layers,
  wmsStyles: wms_styles
})

/** Serves the tiles of layers: kept ones while they are fresh, and others from their server. A stale tile is better than none. */
export function layerTiles({ fetcher, isOffline, seal, onDisk, inMemory }: LayerTiles) {
  const underWay = new Map<string, Promise<KeptTile>>()

  async function fetchTile(layer: LayerRow, tile: TileIndex, address: string, name: string): Promise<KeptTile> {
    const headers = seal.open(layer.id, layer.headers)
    if (!headers) throw new TileNotRead('its secret headers cannot be read with the key of this installation. Enter them again')
    const answer = await fetcher
      .get(address, {
        accept: 'image/png,image/webp,image/jpeg',
        maxBytes: mostTileBytes,
        withinMs: tileWithinMs,
        headers,
        lane: (tile.x + 2 * tile.y) % lanes,
        ...(layer.is_own_network && { trustedHost: hostAndPort(new URL(address)) })
      })
      .catch(cause => {
        throw cause instanceof Offline ? cause : Object.assign(new TileNotRead(reasonOf(cause)), { cause })
      })
    if ([204, 404, 410].includes(answer.status)) throw new NotFound('The tile')
    if (answer.status !== 200) throw new TileNotRead(`it answered with status ${answer.status}`)
    if (!pictureType(answer.body)) throw new TileNotRead('its answer is no PNG, JPEG or WebP picture')
    const fresh = freshMs([answer.headers['cache-control'] ?? []].flat().join(',')) // a header may be sent in several lines
    const kept = { body: answer.body, expiresAt: Date.now() + (fresh ?? 0) }
    if (fresh !== null) await cacheOf(layer).write(layer.id, name, kept)
    return kept
  }

  const cacheOf = (layer: LayerRow) => (layer.may_store ? onDisk : inMemory)

  return {
    /**
     * Reads a tile.
     * @throws NotFound for a tile outside of the layer, or one that its server does not have
     * @throws TileNotRead with the reason
     * @throws Offline for a tile that is not kept
     */
    async read(layer: LayerRow, tile: TileIndex): Promise<Tile> {
      const { z, x, y } = tile
      if (z < layer.min_zoom || z > layer.max_zoom || x >= columnsAt(layer.projection, z) || y >= rowsAt(z)) throw new NotFound('The tile')
      const address = tileAddress(sourceOf(layer), tile)
      const name = createHash('sha256').update(address).digest('hex')
      const stored = await cacheOf(layer).read(layer.id, name)
      const kept = stored && pictureType(stored.body) ? stored : null // a damaged file is fetched again
      if (kept && (isOffline || kept.expiresAt > Date.now())) return pictured(kept)
      const key = `${layer.id} ${layer.revision} ${name}`
      const fetching = underWay.get(key) ?? fetchTile(layer, tile, address, name).finally(() => underWay.delete(key))
      underWay.set(key, fetching)
      return pictured(
        await fetching.catch(error => {
          if (kept && (error instanceof TileNotRead || error instanceof Offline)) return kept
          throw error
        })
      )
    },

    /** Removes the kept tiles of a layer. */
    async forget(layerId: string): Promise<void> {
      await Promise.all([onDisk.forget(layerId), inMemory.forget(layerId)])
    }
  }
}

function pictured({ body }: KeptTile): Tile {
  const type = pictureType(body)
  if (!type) throw new TileNotRead('the kept picture is damaged')
  return { body, type }
}

/** Reason for a fetch that failed. It has no address, because the address may contain a key. */
function reasonOf(error: unknown): string {
  if (error instanceof PrivateAddress) return 'its address is in a private network, which the layer does not allow'
  if (error instanceof ResponseTooLarge) return 'the picture is larger than 2 MB'
  if (error instanceof FetchRefused) return error.message
  return (error as Error).name === 'TimeoutError' ? 'it took longer than 20 seconds' : 'it cannot be reached'
}
