import { ApiError } from '../../../api/api-error.ts'
import { fetchBitmap } from '../../../imagery/bitmaps.ts'

export type LoadedTile =
  | { state: 'loading'; giveUp: AbortController }
  | { state: 'ready'; bitmap: ImageBitmap }
  /** The layer's server has no tile here. */
  | { state: 'empty' }
  | { state: 'failed'; error: unknown }

/** Maximum number of concurrent requests. */
const mostLoading = 6
/** Number of tiles kept in memory when fewer are in view: 256 tiles of 256 px take 67 MB. */
const keptTiles = 256
/** Time in milliseconds after which a tile that a busy server refused is requested again. */
const againMs = 2_000

const isBusy = (error: unknown) => error instanceof ApiError && error.code === 'TILES_BUSY'

/** Loads the tiles in view, the most urgent first, and keeps recent ones. Each tile is identified by its address. */
// Long: the life of a tile, from request to release.
export function tileLoader(onChange: () => void, fetch: typeof fetchBitmap = fetchBitmap) {
  const tiles = new Map<string, LoadedTile>()
  let wanted: readonly string[] = []
  let loadingCount = 0
  let isClosed = false

  function goOn(): void {
    for (const address of wanted) {
      if (isClosed || loadingCount >= mostLoading) return
      if (!tiles.has(address)) void load(address)
    }
  }

  async function load(address: string): Promise<void> {
    const giveUp = new AbortController()
    tiles.set(address, { state: 'loading', giveUp })
    loadingCount++
    const loaded = await fetch(address, giveUp.signal).then(
      (bitmap): LoadedTile => ({ state: 'ready', bitmap }),
      (error): LoadedTile => (error instanceof ApiError && error.status === 404 ? { state: 'empty' } : { state: 'failed', error })
    )
    loadingCount--
    if (giveUp.signal.aborted) {
      if (loaded.state === 'ready') loaded.bitmap.close()
    } else {
      tiles.set(address, loaded)
      if (loaded.state === 'failed' && isBusy(loaded.error)) setTimeout(again, againMs, address, loaded)
      onChange()
    }
    goOn()
  }

  /** Requests a refused tile again, unless it has been requested or released in the meantime. */
  function again(address: string, refused: LoadedTile): void {
    if (isClosed || tiles.get(address) !== refused) return
    tiles.delete(address)
    goOn()
  }

  function drop(address: string): void {
    const tile = tiles.get(address)
    if (tile?.state === 'loading') tile.giveUp.abort()
    if (tile?.state === 'ready') tile.bitmap.close()
    tiles.delete(address)
  }

  return {
    get: (address: string): LoadedTile | undefined => tiles.get(address),

    /** Sets the tiles in view. Requests for tiles that left the view are cancelled. */
    want(addresses: readonly string[]): void {
      wanted = addresses
      const inView = new Set(addresses)
      for (const [address, { state }] of tiles) if (state === 'loading' && !inView.has(address)) drop(address)
      for (const address of addresses) {
        const tile = tiles.get(address)
        if (!tile) continue
        tiles.delete(address)
        tiles.set(address, tile) // newest last
      }
      for (const address of tiles.keys()) {
        if (tiles.size <= Math.max(keptTiles, inView.size)) break
        if (!inView.has(address)) drop(address)
      }
      goOn()
    },

    retryFailed(): void {
      for (const [address, { state }] of tiles) if (state === 'failed') tiles.delete(address)
      goOn()
    },

    close(): void {
      isClosed = true
      for (const address of [...tiles.keys()]) drop(address)
    }
  }
}
