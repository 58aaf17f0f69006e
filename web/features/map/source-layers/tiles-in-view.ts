import type { MapLayer } from '../../../../shared/contracts/map-layers.ts'
import {
  columnsAt,
  gridCorner,
  isWithin,
  rowsAt,
  type TileIndex,
  tileBox,
  tileSidePx,
  tileSpan
} from '../../../../shared/geometry/tile-grid.ts'
import { type ChartFrame, toPixel, worldShifts } from '../chart/pixels.ts'

/** Tile with its edges on the frame, in CSS pixels. */
export interface DrawnTile extends TileIndex {
  left: number
  top: number
  right: number
  bottom: number
}

/** Maximum number of tiles of a layer on a frame. A window of 3840 × 2160 px shows about 170 tiles at their native size. */
const mostTiles = 512
/** Fraction of a tile's side that counts as its edge. */
const touch = 1e-6

type Grid = Pick<MapLayer, 'projection' | 'minZoom' | 'maxZoom' | 'bounds'>

/** Returns `drawn` if a layer is drawn on a frame, or else the reason why not. */
export function layerState(layer: Grid, frame: ChartFrame): 'drawn' | 'otherProjection' | 'farBelow' {
  if (layer.projection !== frame.projection) return 'otherProjection'
  return nearestZoom(layer, frame) < layer.minZoom - 1 ? 'farBelow' : 'drawn'
}

/** Returns the zoom whose tiles are closest in resolution to the frame. */
const nearestZoom = ({ projection }: Grid, { resolution }: ChartFrame): number =>
  Math.round(Math.log2(tileSpan(projection, 0) / (tileSidePx * resolution)))

/** Returns the tiles of a layer that overlap a frame, nearest to its centre first, at most 512. */
export function tilesInView(layer: Grid, frame: ChartFrame): DrawnTile[] {
  if (layerState(layer, frame) !== 'drawn') return []
  const { projection, minZoom, maxZoom, bounds } = layer
  const z = Math.max(minZoom, Math.min(maxZoom, nearestZoom(layer, frame)))
  const [west, north] = gridCorner(projection)
  const span = tileSpan(projection, z)
  const { center, resolution, size } = frame
  const [halfWidth, halfHeight] = [(size[0] / 2) * resolution, (size[1] / 2) * resolution]
  // a tile that merely touches an edge of the frame is not in view
  const first = (place: number) => Math.max(0, Math.floor(place / span + touch))
  const last = (place: number, count: number) => Math.min(count, Math.ceil(place / span - touch)) - 1
  const [upper, lower] = [north - center[1] - halfHeight, north - center[1] + halfHeight]
  const lastRow = last(lower, rowsAt(z))
  const tiles = worldShifts(frame).flatMap(shift => {
    const left = center[0] - halfWidth - shift - west
    const lastColumn = last(left + 2 * halfWidth, columnsAt(projection, z))
    const found: DrawnTile[] = []
    for (let y = first(upper); y <= lastRow; y++)
      for (let x = first(left); x <= lastColumn; x++)
        if (isWithin(projection, { z, x, y }, bounds)) found.push(drawn(layer, { z, x, y }, shift, frame))
    return found
  })
  const away = ({ left, top, right, bottom }: DrawnTile) => (left + right - size[0]) ** 2 + (top + bottom - size[1]) ** 2
  return tiles.sort((one, other) => away(one) - away(other)).slice(0, mostTiles)
}

/** Returns a tile with its edges rounded to device pixels, so that no gap shows between two tiles. */
function drawn({ projection }: Grid, tile: TileIndex, shift: number, frame: ChartFrame): DrawnTile {
  const [west, south, east, north] = tileBox(projection, tile)
  const snapped = ([x, y]: [number, number]) => [x, y].map(pixel => Math.round(pixel * frame.pixelRatio) / frame.pixelRatio)
  const [left = 0, top = 0] = snapped(toPixel(frame, west + shift, north))
  const [right = 0, bottom = 0] = snapped(toPixel(frame, east + shift, south))
  return { ...tile, left, top, right, bottom }
}
