import { type MapMarks, mapPointLimit } from '../../../shared/contracts/map.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { machineFlag, reviewStates } from './derived-places.ts'
import type { KeptColumns } from './kept-columns.ts'
import { gridCells, openView, rowsInView, type ViewQuestion } from './view.ts'

/** Reads the individual records of a view, evenly sampled when there are too many to draw. */
export async function mapMarksOf(db: Database, kept: KeptColumns, sight: Sight, question: ViewQuestion): Promise<MapMarks> {
  const view = await openView(db, kept, sight, question)
  const { columns, counted } = view
  const { rows, placedCount, inViewCount } = await rowsInView(view)
  const grid = gridCells(columns)
  const exact: number[] = []
  for (const row of rows) {
    if (columns.grids[row] === 0) exact.push(row)
    else grid.add(row)
  }
  const step = Math.max(1, exact.length / mapPointLimit)
  const drawn = Array.from({ length: Math.floor(exact.length / step) }, (_, index) => exact[Math.floor(index * step)]!)
  const used = new Map<number, number>()
  const labels = drawn.map(row => {
    const label = counted.labels[row]!
    if (label === 0) return 0
    const known = used.get(label)
    if (known === undefined) used.set(label, used.size + 1)
    return known ?? used.size
  })
  const confirmed = reviewStates.indexOf('confirmed')
  return {
    isUpdating: question.isUpdating,
    placedCount,
    inViewCount,
    longitudes: drawn.map(row => columns.longitudes[row]!),
    latitudes: drawn.map(row => columns.latitudes[row]!),
    labels,
    labelIds: [...used.keys()].map(label => counted.labelIds[label - 1]!),
    machine: drawn.map(row => {
      const flags = columns.flags[row]!
      return (flags & machineFlag) !== 0 && (flags & 3) !== confirmed ? 1 : 0
    }),
    grid: grid.all()
  }
}
