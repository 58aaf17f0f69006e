import type { Fix } from '../../../../shared/navigation/fix.ts'
import { wrapLongitude } from '../../../../shared/navigation/fix.ts'
import { longestBlockMs, mostFixesOfBlock, packFixes } from '../pack.ts'

export interface Bounds {
  /** Western bound. It is greater than `east` when the track crosses 180°. */
  west: number
  east: number
  south: number
  north: number
}

export interface PackedBlock extends Bounds {
  firstMs: number
  lastMs: number
  fixCount: number
  bytes: Uint8Array
}

/** Divides fixes into blocks. A block covers one clock hour, or less when there are very many fixes. */
export class BlockMaker {
  #fixes: Fix[] = []
  #made: PackedBlock[] = []
  readonly #whole = new Extent()

  take(fix: Fix): void {
    const [first] = this.#fixes
    const isOtherHour = first && Math.floor(first.timeMs / longestBlockMs) !== Math.floor(fix.timeMs / longestBlockMs)
    if (isOtherHour || this.#fixes.length === mostFixesOfBlock) this.#cut()
    this.#fixes.push(fix)
    this.#whole.take(fix)
  }

  /** Returns the blocks finished since the last call. */
  taken(): PackedBlock[] {
    return this.#made.splice(0)
  }

  end(): { blocks: PackedBlock[]; bounds: Bounds } {
    this.#cut()
    return { blocks: this.taken(), bounds: this.#whole.bounds() }
  }

  #cut(): void {
    const [first, last] = [this.#fixes[0], this.#fixes.at(-1)]
    if (!first || !last) return
    const extent = new Extent()
    for (const fix of this.#fixes) extent.take(fix)
    this.#made.push({
      firstMs: first.timeMs,
      lastMs: last.timeMs,
      fixCount: this.#fixes.length,
      ...extent.bounds(),
      bytes: packFixes(this.#fixes)
    })
    this.#fixes = []
  }
}

const asPacked = (degrees: number) => Math.round(degrees * 1e7) / 1e7

/** Extent that grows along a track. Longitudes are continuous across 180°. */
class Extent {
  #longitude = Number.NaN
  #west = Number.POSITIVE_INFINITY
  #east = Number.NEGATIVE_INFINITY
  #south = Number.POSITIVE_INFINITY
  #north = Number.NEGATIVE_INFINITY

  take({ latitude, longitude }: Fix): void {
    this.#longitude = Number.isNaN(this.#longitude) ? longitude : this.#longitude + wrapLongitude(longitude - this.#longitude)
    this.#west = Math.min(this.#west, this.#longitude)
    this.#east = Math.max(this.#east, this.#longitude)
    this.#south = Math.min(this.#south, latitude)
    this.#north = Math.max(this.#north, latitude)
  }

  bounds(): Bounds {
    const isAround = this.#east - this.#west >= 360
    return {
      west: isAround ? -180 : asPacked(wrapLongitude(this.#west)),
      east: isAround ? 180 : asPacked(wrapLongitude(this.#east)),
      south: this.#south,
      north: this.#north
    }
  }
}
