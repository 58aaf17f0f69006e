import type { fetchBitmap } from './bitmaps.ts'
import { fetchTile } from './fetch-tile.ts'
import { type Tile, tileKey } from './tiles.ts'

interface Entry {
  state: 'waiting' | 'loading' | 'here' | 'failed'
  tile: Tile
  bitmap: ImageBitmap | null
  giveUp: AbortController | null
}

/** Maximum number of tiles in memory: 256 tiles of 512 px take up to 268 MB. */
const keptTiles = 256
const mostLoading = 12
/** Number of pending requests below which more tiles are requested, several in one message. Browsers run this many requests in parallel. */
const enoughLoading = 6

export interface TileStoreOptions {
  addressOf: (tile: Tile) => string
  onChange: () => void
  /** Called before the bitmap of a tile is closed. */
  onDrop?: (bitmap: ImageBitmap) => void
  fetch?: typeof fetchBitmap
}

/** Tiles of one picture. The store fetches the wanted tiles, the most urgent first, and keeps the 256 most recent ones. */
export class TileStore {
  readonly #addressOf: TileStoreOptions['addressOf']
  readonly #onChange: () => void
  readonly #onDrop: (bitmap: ImageBitmap) => void
  readonly #fetch: typeof fetchBitmap
  readonly #entries = new Map<number, Entry>()
  #wanted: Tile[] = []
  #loading = 0
  #hasFailures = false
  /** Counter that grows when tiles are requested, arrive or fail. */
  version = 0
  /** Number of wanted tiles that failed. */
  failedCount = 0

  constructor({ addressOf, onChange, onDrop = () => {}, fetch = fetchTile }: TileStoreOptions) {
    this.#addressOf = addressOf
    this.#onChange = onChange
    this.#onDrop = onDrop
    this.#fetch = fetch
  }

  bitmap(tile: Tile): ImageBitmap | null {
    return this.#entries.get(tileKey(tile))?.bitmap ?? null
  }

  hasFailed(tile: Tile): boolean {
    return this.#entries.get(tileKey(tile))?.state === 'failed'
  }

  /** True when every wanted tile has arrived or failed. */
  get isSettled(): boolean {
    return this.#wanted.every(tile => ['here', 'failed'].includes(this.#entries.get(tileKey(tile))?.state ?? ''))
  }

  /** Sets the wanted tiles, the most urgent first. Requests for tiles that are no longer wanted are cancelled. */
  want(tiles: Tile[]): void {
    this.#wanted = tiles
    const keys = new Set(tiles.map(tileKey))
    for (const [key, entry] of this.#entries) {
      if (keys.has(key) || (entry.state !== 'loading' && entry.state !== 'waiting')) continue
      this.#giveUp(entry)
      this.#entries.delete(key)
    }
    for (const tile of tiles) {
      const key = tileKey(tile)
      const entry = this.#entries.get(key) ?? { state: 'waiting' as const, tile, bitmap: null, giveUp: null }
      this.#entries.delete(key)
      this.#entries.set(key, entry) // newest last
    }
    this.#forgetOldest()
    this.#noteChange()
    this.#goOn()
  }

  retryFailed(): void {
    for (const entry of this.#entries.values()) if (entry.state === 'failed') entry.state = 'waiting'
    this.#noteChange()
    this.#goOn()
  }

  close(): void {
    this.#wanted = []
    for (const entry of this.#entries.values()) {
      this.#giveUp(entry)
      this.#drop(entry)
    }
    this.#entries.clear()
  }

  #goOn(): void {
    if (this.#loading >= enoughLoading) return
    for (const tile of this.#wanted) {
      if (this.#loading >= mostLoading) return
      const entry = this.#entries.get(tileKey(tile))
      if (entry?.state === 'waiting') void this.#load(entry)
    }
  }

  async #load(entry: Entry): Promise<void> {
    const giveUp = new AbortController()
    entry.state = 'loading'
    entry.giveUp = giveUp
    this.#loading++
    const bitmap = await this.#fetch(this.#addressOf(entry.tile), giveUp.signal).catch(() => null)
    if (giveUp.signal.aborted) {
      bitmap?.close()
      return
    }
    entry.state = bitmap ? 'here' : 'failed'
    this.#hasFailures ||= !bitmap
    entry.bitmap = bitmap
    entry.giveUp = null
    this.#loading--
    this.#noteChange()
    this.#onChange()
    this.#goOn()
  }

  #giveUp({ giveUp }: Entry): void {
    if (!giveUp) return
    giveUp.abort()
    this.#loading--
  }

  #noteChange(): void {
    this.version++
    if (this.#hasFailures) this.failedCount = this.#wanted.filter(tile => this.hasFailed(tile)).length
  }

  #forgetOldest(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#entries.size <= keptTiles) return
      if (entry.state !== 'here' && entry.state !== 'failed') continue
      this.#drop(entry)
      this.#entries.delete(key)
    }
  }

  #drop({ bitmap }: Entry): void {
    if (!bitmap) return
    this.#onDrop(bitmap)
    bitmap.close()
  }
}
