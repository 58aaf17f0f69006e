import type { MapLayer } from '../../../../shared/contracts/map-layers.ts'
import type { TileIndex } from '../../../../shared/geometry/tile-grid.ts'
import type { fetchBitmap } from '../../../imagery/bitmaps.ts'
import { clipToWorld } from '../chart/base-painter.ts'
import type { ChartTiles } from '../chart/chart.ts'
import { tileLoader } from './tile-loader.ts'
import { type DrawnTile, tilesInView } from './tiles-in-view.ts'

/** Tiles in view that could not be loaded, by the id of their layer. */
export type TileFailures = Readonly<Record<string, { count: number; error: unknown }>>

interface TilePainterOptions {
  /** Called when tiles have arrived and the chart should be painted again. */
  onChange: () => void
  onFailures: (failures: TileFailures) => void
  fetch?: typeof fetchBitmap
}

/** Maximum number of zoom levels by which a coarser tile may stand in for one that is loading. */
const mostAbove = 6

export const tilePath = ({ id, revision }: Pick<MapLayer, 'id' | 'revision'>, { z, x, y }: TileIndex): string =>
  `/map/layers/${encodeURIComponent(id)}/tiles/${z}/${x}/${y}?revision=${revision}`

/** Paints the tiles of layers, the first layer on top. Tiles are requested when the chart rests. */
// Long: painting, requests and failures share the tiles in view.
export function tilePainter({ onChange, onFailures, fetch }: TilePainterOptions) {
  let layers: readonly MapLayer[] = []
  let inView = new Map<MapLayer, readonly string[]>()
  let hadFailures = false
  const loader = tileLoader(() => {
    report()
    onChange()
  }, fetch)

  function report(): void {
    const failures: Record<string, { count: number; error: unknown }> = {}
    for (const [{ id }, addresses] of inView) {
      const failed = addresses.flatMap(address => {
        const tile = loader.get(address)
        return tile?.state === 'failed' ? [tile.error] : []
      })
      if (failed.length > 0) failures[id] = { count: failed.length, error: failed[0] }
    }
    const hasFailures = Object.keys(failures).length > 0
    if (hasFailures || hadFailures) onFailures(failures)
    hadFailures = hasFailures
  }

  const paint: ChartTiles['paint'] = (context, frame, colours, moves) => {
    const seen = new Map<MapLayer, readonly string[]>()
    context.save()
    clipToWorld(context, frame) // the corners of a polar grid are outside the disc of the chart
    for (const layer of layers.toReversed()) {
      const tiles = tilesInView(layer, frame)
      seen.set(layer, [...new Set(tiles.map(tile => tilePath(layer, tile)))])
      for (const tile of tiles) paintTile(context, layer, tile, colours.of['line-strong'])
    }
    context.restore()
    if (moves) return
    inView = seen
    loader.want([...seen.values()].flat())
    report()
  }

  function paintTile(context: CanvasRenderingContext2D, layer: MapLayer, tile: DrawnTile, line: string): void {
    const { left, top, right, bottom } = tile
    const loaded = loader.get(tilePath(layer, tile))
    if (loaded?.state === 'empty') return
    if (loaded?.state === 'failed') {
      hatch(context, tile, line)
      return
    }
    for (let above = 0; above <= Math.min(mostAbove, tile.z - layer.minZoom); above++) {
      const part = 2 ** above
      const covering = loader.get(tilePath(layer, { z: tile.z - above, x: tile.x >> above, y: tile.y >> above }))
      if (covering?.state !== 'ready') continue
      const { bitmap } = covering
      const [width, height] = [bitmap.width / part, bitmap.height / part]
      context.drawImage(bitmap, (tile.x % part) * width, (tile.y % part) * height, width, height, left, top, right - left, bottom - top)
      return
    }
  }

  return {
    paint,
    setLayers(next: readonly MapLayer[]): void {
      layers = next
      onChange()
    },
    retryFailed(): void {
      loader.retryFailed()
      onChange()
    },
    close: loader.close
  }
}

/** Distance between the lines of a hatched tile in pixels. */
const hatchPx = 12

function hatch(context: CanvasRenderingContext2D, { left, top, right, bottom }: DrawnTile, line: string): void {
  context.save()
  context.beginPath()
  context.rect(left, top, right - left, bottom - top)
  context.clip()
  context.beginPath()
  const height = bottom - top
  for (let x = left - height; x < right; x += hatchPx) {
    context.moveTo(x, bottom)
    context.lineTo(x + height, top)
  }
  context.strokeStyle = line
  context.lineWidth = 1
  context.stroke()
  context.restore()
}
