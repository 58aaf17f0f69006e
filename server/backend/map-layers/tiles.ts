import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { columnsAt, type GridBounds, isWithin, middleTile, rowsAt, type TileIndex } from '../../../shared/geometry/tile-grid.ts'
import { NotFound } from '../../lib/errors.ts'
import { hostAndPort } from '../fetcher/allowed-url.ts'
import { FetchRefused, Offline, ResponseTooLarge } from '../fetcher/fetch-errors.ts'
import type { Fetcher } from '../fetcher/fetcher.ts'
import { TileNotRead, TilesBusy } from './errors.ts'
import type { FailureLog } from './failure-log.ts'
import { fetchFault } from './fetch-fault.ts'
import { freshMs } from './freshness.ts'
import type { KeptTile, TileCache } from './kept-tiles.ts'
import { missingTiles } from './missing-tiles.ts'
import { type HeaderSeal, headersUnreadable } from './secret-headers.ts'
import { sharedWork } from './shared-work.ts'
import type { MapLayerTable } from './tables.ts'
import { tileAddress } from './tile-address.ts'
import { mostTileBytes, mostTilePx, type TilePicture, tilePicture } from './tile-picture.ts'
import { conditionsOf, type Validators, validatorsOf } from './validators.ts'
import { waitingLine } from './waiting-line.ts'

export type LayerRow = Selectable<MapLayerTable>

export interface Tile {
  body: Buffer
  type: TilePicture['type']
  /** Seconds for which a browser may use the tile without revalidation, at most an hour. Null if the browser must not keep the tile. */
  maxAge: number | null
}

const mostBrowserSeconds = 3600
/** Time in milliseconds for which stale tiles are served at once after the server of a layer did not answer. */
const restMs = 30_000
/** Time limit of one tile in milliseconds. It is below the deadline of the gateway, so that the page gets the reason. */
const tileWithinMs = 20_000
/** Maximum number of concurrent requests to the server of a layer. */
const lanes = 4
/** Cause in the log when too many tiles wait. */
const busy = 'too many tiles wait for map servers'
/** Maximum number of tiles in flight or queued, of a layer and of all layers. With four lanes, sixty responses of one second each take 15 s. */
const [mostWaiting, mostWaitingOfAll] = [60, 200]
/** Time in milliseconds before a missing tile is requested again, and maximum number of missing tiles to remember. */
const [missingMs, mostMissing] = [5 * 60_000, 20_000]

interface FetchedTile extends KeptTile {
  validators: Validators
  /** Whether the provider allows the tile to be kept. */
  mayKeep: boolean
}

interface Place {
  address: string
  /** Name of the tile in the caches. The name is made from the address, so that another projection or another layer of a server is another tile. */
  name: string
  /** Kept tile that may still be valid; null without a kept tile. */
  stale: KeptTile | null
  /** Headers of the request that depend on kept tiles. */
  conditions: Record<string, string>
}

interface LayerTiles {
  fetcher: Fetcher
  isOffline: boolean
  seal: HeaderSeal
  onDisk: TileCache
  inMemory: TileCache
  logFailure: FailureLog
  /** Reads the current state of a layer; null once it is deleted. */
  present: (layerId: string) => Promise<LayerRow | null>
}

export const sourceOf = ({ kind, address, projection, wms_layers, wms_styles }: LayerRow) => ({
  ...{ kind, address, projection },
  wmsLayers: wms_layers,
  wmsStyles: wms_styles
})

const boundsOf = ({ bounds }: LayerRow): GridBounds | null => (bounds === null ? null : JSON.parse(bounds))

/** Tile in the middle of a layer, at its minimum zoom. */
export const middleOf = (layer: LayerRow): TileIndex => middleTile(layer.projection, layer.min_zoom, boundsOf(layer))

/** Whether a layer has no tile at a place, by its zoom levels, grid and extent. */
export const isOutside = (layer: LayerRow, tile: TileIndex): boolean =>
  tile.z < layer.min_zoom ||
  tile.z > layer.max_zoom ||
  tile.x >= columnsAt(layer.projection, tile.z) ||
  tile.y >= rowsAt(tile.z) ||
  !isWithin(layer.projection, tile, boundsOf(layer))

/** Serves the tiles of layers: kept tiles while they are fresh, and other tiles from their server. If a request fails, a stale tile is served. */
// Long: the path of one tile, from its address to the cache.
export function layerTiles({ fetcher, isOffline, seal, onDisk, inMemory, logFailure, present }: LayerTiles) {
  const fetchOnce = sharedWork<FetchedTile>()
  const inLine = waitingLine(mostWaiting, mostWaitingOfAll)
  const missing = missingTiles(missingMs, mostMissing)
  /** Time until which requests do not wait for the server of a layer, by layer id. */
  const restsUntil = new Map<string, number>()

  /** Requests a tile from its server. If a stale tile is kept, the server may answer that the tile has not changed. */
  async function request(
    layer: LayerRow,
    tile: TileIndex,
    { address, name, stale, conditions }: Place,
    signal: AbortSignal
  ): Promise<FetchedTile> {
    const headers = seal.open(layer.id, layer.headers)
    if (!headers) throw new TileNotRead(headersUnreadable)
    const answer = await fetcher
      .get(address, {
        accept: 'image/png,image/webp,image/jpeg',
        maxBytes: mostTileBytes,
        withinMs: tileWithinMs,
        headers: { ...headers, ...conditions },
        signal,
        lane: (tile.x + 2 * tile.y) % lanes,
        ...(layer.is_own_network && { trustedHost: hostAndPort(new URL(address)) })
      })
      .catch(cause => {
        if (!isRefusal(cause) && !signal.aborted) restsUntil.set(layer.id, Date.now() + restMs)
        throw cause instanceof Offline ? cause : Object.assign(new TileNotRead(fetchFault(cause, tileWithinMs, 2)), { cause })
      })
    restsUntil.delete(layer.id)
    if ([204, 404, 410].includes(answer.status)) {
      missing.add(keyOf(layer, name))
      throw new NotFound('The tile')
    }
    const isUnchanged = answer.status === 304 && stale !== null
    if (answer.status !== 200 && !isUnchanged) throw new TileNotRead(`it answered with status ${answer.status}`)
    const body = isUnchanged ? stale.body : answer.body
    const picture = tilePicture(body)
    if (!picture || picture.type === 'image/avif') throw new TileNotRead('its answer is not a PNG, JPEG or WebP picture')
    if (Math.max(picture.width, picture.height) > mostTilePx) throw new TileNotRead(`the picture is larger than ${mostTilePx} px`)
    const validators = { ...(isUnchanged && stale.validators), ...validatorsOf(answer.headers) }
    const fresh = freshMs(validators.cacheControl)
    return { body, expiresAt: Date.now() + (fresh ?? 0), validators, mayKeep: fresh !== null }
  }

  async function fetchTile(layer: LayerRow, tile: TileIndex, place: Place, signal: AbortSignal): Promise<FetchedTile> {
    const fetched = await request(layer, tile, place, signal)
    // an edit or a deletion in the meantime has already removed the tiles of the layer
    if (fetched.mayKeep && (await present(layer.id))?.revision === layer.revision) await cacheOf(layer).write(layer.id, place.name, fetched)
    return fetched
  }

  const placeOf = (layer: LayerRow, tile: TileIndex): Pick<Place, 'address' | 'name'> => {
    const address = tileAddress(sourceOf(layer), tile)
    return { address, name: createHash('sha256').update(address).digest('hex') }
  }

  const keyOf = (layer: LayerRow, name: string) => `${layer.id} ${layer.revision} ${name}`
  const cacheOf = (layer: LayerRow) => (layer.may_store ? onDisk : inMemory)

  return {
    /**
     * Reads a tile.
     * @param signal aborts the fetch once nobody waits for it any more
     * @throws NotFound for a tile outside the layer, or one that its server does not have
     * @throws TileNotRead with the reason
     * @throws TilesBusy when too many tiles wait
     * @throws Offline for a tile that is not kept
     */
    async read(layer: LayerRow, tile: TileIndex, signal: AbortSignal): Promise<Tile> {
      if (isOutside(layer, tile)) throw new NotFound('The tile')
      const { address, name } = placeOf(layer, tile)
      const stored = await cacheOf(layer).read(layer.id, name)
      const kept = stored && tilePicture(stored.body) ? { validators: {}, ...stored, mayKeep: true } : null // a damaged file is fetched again
      const isResting = (restsUntil.get(layer.id) ?? 0) > Date.now()
      if (kept && (isOffline || isResting || kept.expiresAt > Date.now())) return shown(layer, kept)
      const place = { address, name, stale: kept, conditions: conditionsOf(kept?.validators ?? {}) }
      const key = keyOf(layer, name)
      if (missing.has(key)) throw new NotFound('The tile')
      const fetching = fetchOnce(key, signal, giveUp => inLine(layer.id, giveUp, () => fetchTile(layer, tile, place, giveUp)))
      const fetched = await fetching.catch(error => {
        const isBusy = error instanceof TilesBusy
        if (!signal.aborted && (isBusy || error instanceof TileNotRead)) logFailure(layer.id, isBusy ? busy : error.message)
        if (kept && (isBusy || error instanceof TileNotRead || error instanceof Offline)) return kept
        throw error
      })
      return shown(layer, fetched)
    },

    /**
     * Requests the tile in the middle of a layer from its server. Neither kept tiles nor earlier failures matter, and the tile is not kept.
     * Throws the same errors as `read`.
     */
    async test(layer: LayerRow, signal: AbortSignal): Promise<Tile> {
      const tile = middleOf(layer)
      const place = { ...placeOf(layer, tile), stale: null, conditions: { 'cache-control': 'no-cache' } } // not even caches on the way
      const fetched = await inLine(layer.id, signal, () => request(layer, tile, place, signal))
      missing.remove(keyOf(layer, place.name))
      return { ...shown(layer, fetched), maxAge: null }
    },

    /** Removes the kept tiles of a layer. */
    async forget(layerId: string): Promise<void> {
      await Promise.all([onDisk.forget(layerId), inMemory.forget(layerId)])
    }
  }
}

function shown(layer: LayerRow, { body, expiresAt, mayKeep }: FetchedTile): Tile {
  const picture = tilePicture(body)
  if (!picture) throw new TileNotRead('its answer is not a PNG, JPEG or WebP picture')
  const seconds = Math.max(0, Math.floor((expiresAt - Date.now()) / 1000))
  return { body, type: picture.type, maxAge: layer.may_store && mayKeep ? Math.min(mostBrowserSeconds, seconds) : null }
}

/** Whether a fetch failed for a reason that need not affect the next one. */
const isRefusal = (error: unknown) => error instanceof Offline || error instanceof FetchRefused || error instanceof ResponseTooLarge
