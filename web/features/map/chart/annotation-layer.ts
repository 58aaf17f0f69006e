import type { MapProjection } from '../../../../shared/geometry/map-projections.ts'
import { cellUnder, drawnCells, drawnRings, paintHexagons, paintNumbers, paintRings, ringAt } from './annotation-painter.ts'
import type { ChartRecords } from './chart-records.ts'
import type { ChartColours } from './colours.ts'
import { resolvedColours } from './colours.ts'
import type { ChartFrame } from './pixels.ts'
import { paintCells } from './place-painter.ts'

/** Creates the layer of annotations. It caches the projected shapes until the records or the projection change. */
export function annotationLayer(host: HTMLElement) {
  let shown: ChartRecords | null = null
  let projection: MapProjection | null = null
  let cells: ReturnType<typeof drawnCells> = []
  let rings: ReturnType<typeof drawnRings> = []
  let colours: { theme: ChartColours; ofLabels: readonly string[] } | null = null

  function prepare(next: ChartRecords | null, nextProjection: MapProjection): void {
    if (next === shown && nextProjection === projection) return
    if (next?.labelColours !== shown?.labelColours) colours = null
    shown = next
    projection = nextProjection
    cells = next?.cells && !next.marks ? drawnCells(next.cells, nextProjection) : []
    rings = next?.marks ? drawnRings(next.marks, nextProjection) : []
  }

  return {
    /** Paints the hexagons and the grid cells of generalised positions, which lie below images. */
    paintBelow(context: CanvasRenderingContext2D, frame: ChartFrame, next: ChartRecords | null, theme: ChartColours): void {
      prepare(next, frame.projection)
      paintHexagons(context, frame, cells, theme)
      paintCells(context, frame, (next?.marks ?? next?.cells)?.grid ?? [], theme)
    },
    /** Paints the items above images: the counts of hexagons, and the rings of single annotations. */
    paintAbove(context: CanvasRenderingContext2D, frame: ChartFrame, theme: ChartColours): void {
      paintNumbers(context, frame, cells, theme)
      if (!shown?.marks) return
      if (colours?.theme !== theme) colours = { theme, ofLabels: resolvedColours(host, shown.labelColours) }
      const { ofLabels } = colours
      paintRings(context, frame, rings, { colours: theme, colourOf: label => ofLabels[label - 1] ?? theme.of['text-2'] })
    },
    ringAt: (frame: ChartFrame, at: readonly [number, number]) => ringAt(frame, at, rings),
    cellUnder: (frame: ChartFrame, at: readonly [number, number]) => cellUnder(frame, at, cells)
  }
}
