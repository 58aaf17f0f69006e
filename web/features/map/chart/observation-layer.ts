import { type MapProjection, mercatorLimit, projected } from '../../../../shared/geometry/map-projections.ts'
import { drawnCells, drawnRings } from './annotation-painter.ts'
import type { ChartRecords } from './chart-records.ts'
import type { ChartColours } from './colours.ts'
import { type DiamondSprites, diamondReach, diamondSprites } from './diamond-sprites.ts'
import { type ChartFrame, toPixel, worldShifts } from './pixels.ts'
import { paintCells } from './place-painter.ts'
import { isPolar, polarEdge, sideOf } from './views.ts'

/** Observations at one position, or in one hexagon. */
interface Diamond {
  at: readonly [number, number]
  longitude: number
  latitude: number
  count: number
  /** Radius of a circle that encloses the observations. */
  radiusInMeters: number
}

/** Creates the layer of observations: a diamond for each position, or for each hexagon when there are many. */
export function observationLayer() {
  let shown: ChartRecords | null = null
  let projection: MapProjection | null = null
  let diamonds: Diamond[] = []
  let sprites: { colours: ChartColours; pixelRatio: number; diamonds: Diamond[]; of: DiamondSprites } | null = null

  return {
    paint(context: CanvasRenderingContext2D, frame: ChartFrame, next: ChartRecords | null, colours: ChartColours): void {
      if (next !== shown || frame.projection !== projection) {
        shown = next
        projection = frame.projection
        diamonds = next ? diamondsOf(next, frame.projection) : []
      }
      paintCells(context, frame, (next?.marks ?? next?.cells)?.grid ?? [], colours)
      if (sprites?.colours !== colours || sprites.pixelRatio !== frame.pixelRatio || sprites.diamonds !== diamonds)
        sprites = { ...{ colours, diamonds, pixelRatio: frame.pixelRatio }, of: spritesOf(diamonds, colours, frame.pixelRatio) }
      for (const { x, y, diamond } of pixelsOf(frame, diamonds)) sprites.of.draw(context, x, y, diamond.count)
    },
    diamondAt(frame: ChartFrame, [x, y]: readonly [number, number]): Diamond | null {
      const under = pixelsOf(frame, diamonds)
        .map(one => ({ ...one, away: Math.abs(one.x - x) + Math.abs(one.y - y) }))
        .filter(({ away, diamond }) => away <= diamondReach(diamond.count) + 3)
      return under.toSorted((one, other) => one.away - other.away)[0]?.diamond ?? null
    }
  }
}

function diamondsOf({ cells, marks }: ChartRecords, projection: MapProjection): Diamond[] {
  if (marks)
    return drawnRings(marks, projection).map(({ longitude, latitude, count }) => ({
      at: projected(projection, longitude, isPolar(projection) ? latitude : Math.max(-mercatorLimit, Math.min(mercatorLimit, latitude))),
      ...{ longitude, latitude, count },
      radiusInMeters: 1
    }))
  return cells ? drawnCells(cells, projection).map(({ center, ...cell }) => ({ at: center, ...cell })) : []
}

const spritesOf = (diamonds: readonly Diamond[], colours: ChartColours, pixelRatio: number) =>
  diamondSprites(new Set(diamonds.map(({ count }) => count)), colours, pixelRatio)

function pixelsOf(frame: ChartFrame, diamonds: readonly Diamond[]) {
  const { projection, size } = frame
  return worldShifts(frame).flatMap(shift =>
    diamonds.flatMap(diamond => {
      if (isPolar(projection) && sideOf(projection) * diamond.latitude < polarEdge) return []
      const [x, y] = toPixel(frame, diamond.at[0] + shift, diamond.at[1])
      return x > -20 && y > -20 && x < size[0] + 20 && y < size[1] + 20 ? [{ diamond, x, y }] : []
    })
  )
}
