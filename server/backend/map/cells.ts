import { type MapCells, type MapCellsQuery, mapCellLimit } from '../../../shared/contracts/map.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { cellDivisor, centreOf, cornersOf, indexOf, unitsPerDegree } from './h3-cells.ts'
import type { KeptColumns } from './kept-columns.ts'
import { gridCells, type MapView, openView, rowsInView, type ViewQuestion } from './view.ts'

/** Counts the records of a view in each H3 cell. Uses a coarser resolution when there would be too many cells. */
export async function mapCellsOf(db: Database, kept: KeptColumns, sight: Sight, question: ViewQuestion<MapCellsQuery>): Promise<MapCells> {
  const view = await openView(db, kept, sight, question)
  const inView = await rowsInView(view)
  const { placedCount, inViewCount } = inView
  for (let resolution = question.resolution ?? 3; ; resolution--) {
    const found = runsOf(view, inView.rows, resolution)
    if (found.cells.length > mapCellLimit && resolution > 0) continue
    const { cells, counts, richness, ...figures } = found
    return {
      isUpdating: question.isUpdating,
      placedCount,
      inViewCount,
      ...figures,
      resolution,
      counts,
      richness,
      ...shapesOf(cells.map(cell => indexOf(cell, resolution)))
    }
  }
}

/** Counts the rows and the distinct labels in each cell. Rows are sorted by cell, so each cell is one run of rows. */
function runsOf({ columns, counted }: MapView, rows: Uint32Array, resolution: number) {
  const divisor = cellDivisor(resolution)
  const grid = gridCells(columns)
  const [cells, counts, richness]: [number[], number[], number[]] = [[], [], []]
  /** For each label, the index of the last cell in which it was counted. */
  const seenIn = new Int32Array(counted.labelIds.length + 1).fill(-1)
  let place = -1
  /** Exclusive upper bound of the current cell. */
  let end = -1
  for (const row of rows) {
    if (columns.grids[row] !== 0) {
      grid.add(row)
      continue
    }
    const cell = columns.cells[row]!
    if (cell >= end) {
      const parent = Math.floor(cell / divisor)
      end = (parent + 1) * divisor
      place += 1
      cells.push(parent)
      counts.push(0)
      richness.push(0)
    }
    counts[place]! += 1
    const label = counted.labels[row]!
    if (label === 0 || seenIn[label] === place) continue
    seenIn[label] = place
    richness[place]! += 1
  }
  return { cells, counts, richness, grid: grid.all() }
}

interface CellShape {
  longitude: number
  latitude: number
  corners: readonly number[]
}

/** Cell shapes by H3 index. They are cached because computing a shape takes far longer than counting. */
const shapes = new Map<string, CellShape>()
const mostShapes = 50_000
const cornerUnits = 1e5

function shapeOf(index: string): CellShape {
  const known = shapes.get(index)
  if (known) return known
  const [latitude, longitude] = centreOf(index)
  const corners = cornersOf(index).flatMap(([north, east]) => {
    const away = east - longitude
    return [away - 360 * Math.round(away / 360), north - latitude].map(degrees => Math.round(degrees * cornerUnits))
  })
  const shape = { longitude: Math.round(longitude * unitsPerDegree), latitude: Math.round(latitude * unitsPerDegree), corners }
  if (shapes.size >= mostShapes) shapes.clear()
  shapes.set(index, shape)
  return shape
}

function shapesOf(indexes: readonly string[]): Pick<MapCells, 'cells' | 'longitudes' | 'latitudes' | 'cornerCounts' | 'corners'> {
  const all = indexes.map(shapeOf)
  return {
    cells: [...indexes],
    longitudes: all.map(({ longitude }) => longitude),
    latitudes: all.map(({ latitude }) => latitude),
    cornerCounts: all.map(({ corners }) => corners.length / 2),
    corners: all.flatMap(({ corners }) => corners)
  }
}
