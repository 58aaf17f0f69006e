import { type MapProjection, mercatorLimit, projected } from '../../../../shared/geometry/map-projections.ts'
import { formatNumber } from '../../../ui/format.ts'
import { drawnCells, drawnRings } from './annotation-painter.ts'
import type { ChartRecords } from './chart-records.ts'
import type { ChartColours } from './colours.ts'
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

  return {
    paint(context: CanvasRenderingContext2D, frame: ChartFrame, next: ChartRecords | null, colours: ChartColours): void {
      if (next !== shown || frame.projection !== projection) {
        shown = next
        projection = frame.projection
        diamonds = next ? diamondsOf(next, frame.projection) : []
      }
      paintCells(context, frame, (next?.marks ?? next?.cells)?.grid ?? [], colours)
      for (const { x, y, diamond } of pixelsOf(frame, diamonds)) paintDiamond(context, x, y, diamond.count, colours)
    },
    diamondAt(frame: ChartFrame, [x, y]: readonly [number, number]): Diamond | null {
      const under = pixelsOf(frame, diamonds)
        .map(one => ({ ...one, away: Math.abs(one.x - x) + Math.abs(one.y - y) }))
        .filter(({ away, diamond }) => away <= reachOf(diamond.count) + 3)
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

/** Distance of the corners of a diamond from its centre in pixels, which grows with its count. */
const reachOf = (count: number) => Math.min(19, 9 + 1.7 * Math.log2(count))

function paintDiamond(context: CanvasRenderingContext2D, x: number, y: number, count: number, { of, font }: ChartColours): void {
  const reach = reachOf(count)
  context.beginPath()
  context.moveTo(x, y - reach)
  context.lineTo(x + reach, y)
  context.lineTo(x, y + reach)
  context.lineTo(x - reach, y)
  context.closePath()
  context.fillStyle = of.text
  context.fill()
  context.lineWidth = 1.5
  context.strokeStyle = of.surface
  context.stroke()
  if (count === 1) return
  const words = formatNumber(count)
  context.font = `600 10px ${font}`
  if (context.measureText(words).width > 1.5 * reach) return
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = of.surface
  context.fillText(words, x, y + 0.5)
}

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
