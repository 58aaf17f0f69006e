import type { MapHistograms } from '../../../shared/contracts/map.ts'
import type { Condition, Filter } from '../../../shared/filters.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { type Columns, noDay } from './columns.ts'
import { machineFlag } from './derived-places.ts'
import type { KeptColumns } from './kept-columns.ts'
import { type MapView, openView, type ViewQuestion } from './view.ts'

/** Dimensions with a histogram, by their field of the filter. */
const dimensions = ['depth', 'eventDate', 'label', 'source'] as const
type Dimension = (typeof dimensions)[number]

const mostDepthBins = 40
const mostDateBins = 60
const mostLabels = 50

/** Counts the records of a view by depth, date, label and source. */
export async function mapHistogramsOf(db: Database, kept: KeptColumns, sight: Sight, question: ViewQuestion): Promise<MapHistograms> {
  const view = await openView(db, kept, sight, question)
  const { columns } = view
  const all = await view.matching(view.filter)
  let [placedCount, inViewCount] = [0, 0]
  for (let row = 0; row < columns.count; row++) {
    if (all[row] === 0) continue
    placedCount += 1
    if (view.isInBox(row)) inViewCount += 1
  }
  const rowsFor = async (dimension: Dimension): Promise<number[]> => {
    const rows = await view.matching(withoutOwn(view.filter, dimension))
    const found: number[] = []
    for (let row = 0; row < columns.count; row++) if (rows[row] === 1 && view.isInBox(row)) found.push(row)
    return found
  }
  return {
    isUpdating: question.isUpdating,
    placedCount,
    inViewCount,
    ...depthsOf(columns, await rowsFor('depth')),
    ...datesOf(columns, await rowsFor('eventDate')),
    ...labelsOf(view, await rowsFor('label')),
    sources: sourcesOf(columns, await rowsFor('source'))
  }
}

/** Leaves out the conditions on a dimension, so that its histogram shows the rest as well. A filter of several groups stays as it is. */
function withoutOwn(filter: Filter, dimension: Dimension): Filter {
  const [group, ...others] = filter
  if (!group || others.length > 0) return filter
  const rest: readonly Condition[] = group.filter(({ field }) => field !== dimension)
  return rest.length > 0 ? [rest] : []
}

function depthsOf({ depths }: Columns, rows: readonly number[]): Pick<MapHistograms, 'depth' | 'noDepthCount'> {
  let [least, most, noDepthCount] = [Infinity, -Infinity, 0]
  for (const row of rows) {
    const depth = depths[row]!
    if (Number.isNaN(depth)) noDepthCount += 1
    else {
      least = Math.min(least, depth)
      most = Math.max(most, depth)
    }
  }
  if (least > most) return { depth: [], noDepthCount }
  const width = niceStep((most - least) / mostDepthBins)
  const first = Math.floor(least / width)
  const counts = new Array<number>(Math.floor(most / width) - first + 1).fill(0)
  for (const row of rows) {
    const depth = depths[row]!
    if (!Number.isNaN(depth)) counts[Math.floor(depth / width) - first]! += 1
  }
  return { depth: counts.map((count, index) => ({ from: (first + index) * width, to: (first + index + 1) * width, count })), noDepthCount }
}

/** Smallest of 1, 2 and 5 times a power of ten that is no smaller than the least step, in whole metres. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)))
  return [1, 2, 5, 10].map(factor => factor * power).find(step => step >= least) ?? 10 * power
}

const dayMs = 86_400_000
const textOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

/** Units of bins, finest first: number of a day's bin, and first day of a bin. */
const dateUnits: readonly { of(day: number): number; start(bin: number): number }[] = [
  { of: day => day, start: bin => bin },
  { of: day => monthOf(day), start: bin => Date.UTC(Math.floor(bin / 12), bin % 12, 1) / dayMs },
  { of: day => Math.floor(monthOf(day) / 12), start: bin => Date.UTC(bin, 0, 1) / dayMs },
  { of: day => Math.floor(monthOf(day) / 120), start: bin => Date.UTC(bin * 10, 0, 1) / dayMs },
  { of: day => Math.floor(monthOf(day) / 1200), start: bin => Date.UTC(bin * 100, 0, 1) / dayMs }
]

function monthOf(day: number): number {
  const date = new Date(day * dayMs)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

function datesOf({ days }: Columns, rows: readonly number[]): Pick<MapHistograms, 'date' | 'noDateCount'> {
  const counts = new Map<number, number>()
  for (const row of rows) {
    const day = days[row]!
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  const noDateCount = counts.get(noDay) ?? 0
  counts.delete(noDay)
  const known = [...counts.keys()].sort((one, other) => one - other)
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return { date: [], noDateCount }
  const unit = dateUnits.find(({ of }) => of(last) - of(first) < mostDateBins) ?? dateUnits.at(-1)!
  const start = unit.of(first)
  const bins = new Array<number>(Math.min(1_000, unit.of(last) - start + 1)).fill(0)
  for (const [day, count] of counts) bins[Math.min(bins.length - 1, unit.of(day) - start)]! += count
  return {
    date: bins.map((count, index) => ({ from: textOf(unit.start(start + index)), to: textOf(unit.start(start + index + 1) - 1), count })),
    noDateCount
  }
}

function labelsOf({ counted }: MapView, rows: readonly number[]): Pick<MapHistograms, 'labels' | 'otherLabelCount'> {
  const counts = new Float64Array(counted.labelIds.length + 1)
  for (const row of rows) counts[counted.labels[row]!]! += 1
  const found = Array.from(counts, (count, label) => ({ labelId: label === 0 ? null : (counted.labelIds[label - 1] ?? null), count }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count || ((one.labelId ?? '') < (other.labelId ?? '') ? -1 : 1))
  return {
    labels: found.slice(0, mostLabels),
    otherLabelCount: found.slice(mostLabels).reduce((sum, { count }) => sum + count, 0)
  }
}

function sourcesOf({ flags }: Columns, rows: readonly number[]): MapHistograms['sources'] {
  const machine = rows.reduce((sum, row) => sum + ((flags[row]! & machineFlag) === 0 ? 0 : 1), 0)
  return { human: rows.length - machine, machine }
}
