import type { MapHistograms } from '../../../shared/contracts/map.ts'
import { type Condition, ranges } from '../../../shared/filters.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { blockTest, boxTest, rowsOfBlock } from './boxes.ts'
import { type Columns, noDay } from './columns.ts'
import { machineFlag } from './derived-places.ts'
import type { KeptColumns } from './kept-columns.ts'
import { everyRow, type Mask, maskOf, rowsOfWord, wordsOf, zerosOf } from './masks.ts'
import { type MapView, openView, type ViewQuestion } from './view.ts'

/** Filter fields that have a histogram. */
const dimensions = ['depth', 'eventDate', 'label', 'source'] as const
type Dimension = (typeof dimensions)[number]

const mostDepthBins = 40
const mostDateBins = 60
const mostLabels = 50

/** Counts the records of a view by depth, date, label and source. */
export async function mapHistogramsOf(db: Database, kept: KeptColumns, sight: Sight, question: ViewQuestion): Promise<MapHistograms> {
  const view = await openView(db, kept, sight, question)
  const failing = await failingOf(view)
  const { depths, days, labels, sources, ...figures } = countedBy(view, failing)
  return {
    isUpdating: question.isUpdating,
    ...figures,
    ...depthsOf(depths),
    ...datesOf(days),
    ...labelsOf(view, labels),
    sources
  }
}

/**
 * Bit set for rows that are not counted, or that fail a condition on a field without a histogram. Rows that fail a filter with several groups also get
 * it.
 */
const failsOther = 1 << dimensions.length

/**
 * Returns the dimensions whose conditions each row fails, as a bit mask. The histogram of a dimension counts rows that fail no other dimension. If a
 * filter has several groups, every histogram applies the whole filter.
 */
async function failingOf({ columns, counted, filter, matching }: MapView): Promise<Mask> {
  const failing = maskOf(columns.count)
  const words = wordsOf(failing)
  const note = (rows: Mask, bit: number) => {
    const others = wordsOf(rows)
    for (let word = 0; word < words.length; word++) words[word]! |= (others[word]! ^ everyRow) * bit
  }
  note(counted.rows, failsOther)
  const [group, ...others] = filter
  if (!group) return failing
  if (others.length > 0) {
    note(await matching(filter), failsOther)
    return failing
  }
  const bitOf = ({ field }: Condition) => {
    const place = dimensions.indexOf(field as Dimension)
    return place === -1 ? failsOther : 1 << place
  }
  for (const [bit, conditions] of Map.groupBy(group, bitOf)) note(await matching([conditions]), bit)
  return failing
}

/** Counts the records by the values of all dimensions in one pass. */
// Long: one pass over a million rows, with its counters.
function countedBy({ columns, counted, box }: MapView, failing: Mask) {
  const { leastDepth, mostDepth, leastDay, mostDay } = extentOf(columns)
  const [isInside, insideOf] = [boxTest(columns, box), blockTest(columns, box)]
  const words = wordsOf(failing)
  const metres = new Uint32Array(Math.max(0, mostDepth - leastDepth + 1))
  const ofDays = new Uint32Array(Math.max(0, mostDay - leastDay + 1))
  const labels = new Uint32Array(counted.labelIds.length + 1)
  const [ofDepth, ofDate, ofLabel, ofSource] = dimensions.map((_, place) => 1 << place) as [number, number, number, number]
  let [placedCount, inViewCount, noDepthCount, noDateCount, all, machine] = [0, 0, 0, 0, 0, 0]
  let [least, most] = [Infinity, -Infinity]
  for (let from = 0; from < columns.count; from += rowsOfBlock) {
    const end = Math.min(words.length, (from + rowsOfBlock) / rowsOfWord)
    for (let word = from / rowsOfWord; word < end; word++) placedCount += zerosOf(words[word]!)
    const inside = insideOf(from / rowsOfBlock)
    if (inside === 'none') continue
    for (let row = from; row < Math.min(columns.count, from + rowsOfBlock); row++) {
      const fails = failing[row]!
      // The row fails in two dimensions or fails another condition.
      if (fails >= failsOther || (fails & (fails - 1)) !== 0) continue
      if (inside === 'some' && !isInside(row)) continue
      if (fails === 0) inViewCount += 1
      if (fails === 0 || fails === ofDepth) {
        const depth = columns.depths[row]!
        if (!isPossible(depth)) noDepthCount += 1
        else {
          if (depth < least) least = depth
          if (depth > most) most = depth
          metres[Math.floor(depth) - leastDepth]! += 1
        }
      }
      if (fails === 0 || fails === ofDate) {
        const day = columns.days[row]!
        if (day === noDay) noDateCount += 1
        else ofDays[day - leastDay]! += 1
      }
      if (fails === 0 || fails === ofLabel) labels[counted.labels[row]!]! += 1
      if (fails === 0 || fails === ofSource) {
        all += 1
        if ((columns.flags[row]! & machineFlag) !== 0) machine += 1
      }
    }
  }
  return {
    placedCount,
    inViewCount,
    depths: { metres, leastDepth, least, most, noDepthCount },
    days: { ofDays, leastDay, noDateCount },
    labels,
    sources: { human: all - machine, machine }
  }
}

interface Extent {
  /** Depths in whole metres. If no record has a depth, `mostDepth` is less than `leastDepth`. */
  leastDepth: number
  mostDepth: number
  leastDay: number
  mostDay: number
}

const [highest, deepest] = ranges.depth

/** Whether a depth can be true. The bars have a counter for each metre, so a depth of 10^36 m must not widen them. */
const isPossible = (depth: number) => depth >= highest && depth <= deepest

const extents = new WeakMap<Columns, Extent>()

/** Depth and day range of a set of columns, computed once and cached. */
function extentOf(columns: Columns): Extent {
  const known = extents.get(columns)
  if (known) return known
  const { depths, days } = columns
  let [leastDepth, mostDepth, leastDay, mostDay] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let row = 0; row < columns.count; row++) {
    const [depth, day] = [depths[row]!, days[row]!]
    if (isPossible(depth)) {
      if (depth < leastDepth) leastDepth = depth
      if (depth > mostDepth) mostDepth = depth
    }
    if (day === noDay) continue
    if (day < leastDay) leastDay = day
    if (day > mostDay) mostDay = day
  }
  const extent = { leastDepth: Math.floor(leastDepth), mostDepth: Math.floor(mostDepth), leastDay, mostDay }
  extents.set(columns, extent)
  return extent
}

type Counted = ReturnType<typeof countedBy>

function depthsOf({ metres, leastDepth, least, most, noDepthCount }: Counted['depths']): Pick<MapHistograms, 'depth' | 'noDepthCount'> {
  if (least > most) return { depth: [], noDepthCount }
  const width = niceStep((most - least) / mostDepthBins)
  const first = Math.floor(least / width)
  const counts = new Array<number>(Math.floor(most / width) - first + 1).fill(0)
  for (let metre = Math.floor(least); metre <= Math.floor(most); metre++) {
    counts[Math.floor(metre / width) - first]! += metres[metre - leastDepth]!
  }
  return { depth: counts.map((count, index) => ({ from: (first + index) * width, to: (first + index + 1) * width, count })), noDepthCount }
}

/** Rounds a width up to 1, 2 or 5 times a power of ten, in whole metres. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)))
  return [1, 2, 5, 10].map(factor => factor * power).find(step => step >= least) ?? 10 * power
}

const dayMs = 86_400_000
const textOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

/** Units of date bins, finest first. `of` returns the bin of a day, and `start` the first day of a bin. */
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

function datesOf({ ofDays, leastDay, noDateCount }: Counted['days']): Pick<MapHistograms, 'date' | 'noDateCount'> {
  const counts: [day: number, count: number][] = []
  for (let index = 0; index < ofDays.length; index++) if (ofDays[index]! > 0) counts.push([leastDay + index, ofDays[index]!])
  const [first, last] = [counts[0]?.[0], counts.at(-1)?.[0]]
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

function labelsOf({ counted }: MapView, counts: Uint32Array): Pick<MapHistograms, 'labels' | 'otherLabelCount'> {
  const found = Array.from(counts, (count, label) => ({ labelId: label === 0 ? null : (counted.labelIds[label - 1] ?? null), count }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count || ((one.labelId ?? '') < (other.labelId ?? '') ? -1 : 1))
  return {
    labels: found.slice(0, mostLabels),
    otherLabelCount: found.slice(mostLabels).reduce((sum, { count }) => sum + count, 0)
  }
}
