import { sql } from 'kysely'
import type { MapGridCell, MapViewQuery } from '../../../shared/contracts/map.ts'
import { type Filter, formatFilter } from '../../../shared/filters.ts'
import { placeGrids } from '../../../shared/geometry/place-grid.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { readFilter } from '../annotations/review/read-filter.ts'
import { type ShownPlaces, shownPlaces } from '../generalisations/shown-places.ts'
import { observationShownTo } from '../observations/repository.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { type Box, blockTest, boxTest, rowsOfBlock } from './boxes.ts'
import { type Columns, columnsBuilder } from './columns.ts'
import { type CountedRows, countedRows } from './counted-rows.ts'
import { outsideFlag } from './derived-places.ts'
import { unitsPerDegree } from './h3-cells.ts'
import type { CurrentColumns, KeptColumns } from './kept-columns.ts'
import { countOf, type Mask, maskOf, rowsOfWord, wordsOf } from './masks.ts'
import { type DrawnKind, isOfColumns, matchingRows, rowsOfIds } from './matching.ts'
import { placeKinds } from './tables.ts'

/** Query for a view. `isUpdating` is true while a job derives places. */
export type ViewQuestion<Query extends MapViewQuery = MapViewQuery> = Query & { isUpdating: boolean }

/** Part of the map that a request covers. */
export interface MapView {
  columns: Columns
  counted: CountedRows
  filter: Filter
  /** Finds the rows that match a filter, whether or not they count, as a mask with 1 for each match. The array is shared: do not modify it. */
  matching(filter: Filter): Promise<Mask>
  box: Box | null
  /** Precision of the places that the viewer may see. */
  shown: ShownPlaces
}

/**
 * Opens the view of a request. All figures on the map come from a view, so they always agree. While places are being derived, viewers with
 * generalised places get no records, because a new annotation may change a grid.
 * @throws InvalidRequest for an invalid filter or box
 */
export async function openView(db: Database, kept: KeptColumns, sight: Sight, question: ViewQuestion): Promise<MapView> {
  const { kind = 'annotation', includeUnreviewed = false, isUpdating } = question
  const filter = await readFilter(db, sight, question.filter, { path: '/filter', statusCode: 400 })
  const box = question.box === undefined ? null : readBox(question.box)
  const shown = await shownPlaces(db, sight.projectId, sight.places)
  const current = isUpdating && !shown.isExact ? nothing() : await kept.of(db, sight, shown)
  const { columns } = current
  const counted =
    kind === 'annotation'
      ? await countedRows(db, sight, current, includeUnreviewed)
      : kind === 'image'
        ? { rows: rowsOfKind(columns, kind), labels: columns.labels, labelIds: columns.labelIds }
        : await observationRows(db, sight, columns, question.origin)
  const matching = { db, sight, columns, kind, labels: counted.labels, labelIds: counted.labelIds }
  return {
    columns,
    counted,
    filter,
    matching: wanted => rememberedRows(current, kind, counted, wanted, () => matchingRows(matching, wanted)),
    box,
    shown
  }
}

/** Finds and counts the rows in the box of a view that match its filter. `placedCount` is the number of matching rows in the whole project. */
export async function rowsInView(view: Omit<MapView, 'shown'>): Promise<{ rows: Uint32Array; placedCount: number; inViewCount: number }> {
  const { columns, counted, box } = view
  const matching = await view.matching(view.filter)
  const [matchingWords, countedWords] = [wordsOf(matching), wordsOf(counted.rows)]
  const [isInside, insideOf] = [boxTest(columns, box), blockTest(columns, box)]
  const rows = new Uint32Array(columns.count)
  let [placedCount, inViewCount] = [0, 0]
  for (let from = 0; from < columns.count; from += rowsOfBlock) {
    const inside = insideOf(from / rowsOfBlock)
    const end = Math.min(matchingWords.length, (from + rowsOfBlock) / rowsOfWord)
    for (let word = from / rowsOfWord; word < end; word++) {
      const both = matchingWords[word]! & countedWords[word]!
      if (both === 0) continue
      placedCount += countOf(both)
      if (inside === 'none') continue
      for (let row = word * rowsOfWord; row < (word + 1) * rowsOfWord; row++)
        if ((matching[row]! & counted.rows[row]!) === 1 && (inside === 'all' || isInside(row))) rows[inViewCount++] = row
    }
  }
  return { rows: rows.slice(0, inViewCount), placedCount, inViewCount }
}

const nothing = (): CurrentColumns => ({ sequence: 0, columns: columnsBuilder().build(), memo: new Map() })

function rowsOfKind({ count, kinds }: Columns, kind: 'image' | 'observation'): Mask {
  const rows = maskOf(count)
  for (let row = 0; row < count; row++) rows[row] = kinds[row] === placeKinds[kind] ? 1 : 0
  return rows
}

/**
 * Finds the observation rows, optionally only those of the team or only those from outside. For blind members, observations that refer to a hidden
 * annotation are left out.
 */
async function observationRows(db: Database, sight: Sight, columns: Columns, origin?: MapViewQuery['origin']): Promise<CountedRows> {
  const rows = rowsOfKind(columns, 'observation')
  const unwanted = origin === 'own' ? outsideFlag : 0
  if (origin !== undefined) for (let row = 0; row < rows.length; row++) if ((columns.flags[row]! & outsideFlag) === unwanted) rows[row] = 0
  if (sight.blind) {
    const hidden = await db
      .selectFrom('place')
      .innerJoin('observation', join =>
        join.onRef('observation.id', '=', 'place.origin_id').onRef('observation.id', '=', 'place.subject_id')
      )
      .select('place.id')
      .where(sql<boolean>`place.project_id || '' = ${sight.projectId}`) // not as a column, which would lead through all places
      .where('place.kind', '=', placeKinds.observation)
      .where('place.removed', '=', 0)
      .where('observation.project_id', '=', sight.projectId)
      .where('observation.annotation_id', 'is not', null)
      .where(({ not }) => not(observationShownTo(sight)))
      .execute()
    const isHidden = rowsOfIds(
      columns,
      hidden.map(({ id }) => id)
    )
    for (let row = 0; row < rows.length; row++) if (isHidden[row] === 1) rows[row] = 0
  }
  return { rows, labels: columns.labels, labelIds: columns.labelIds }
}

/** Maximum number of results cached for each set of columns. */
const mostRemembered = 24

/** Finds the rows that match a filter. A result that depends only on the columns is cached with them. */
async function rememberedRows(
  { columns, memo }: CurrentColumns,
  kind: DrawnKind,
  { labels }: CountedRows,
  filter: Filter,
  find: () => Promise<Mask>
): Promise<Mask> {
  const isStable = labels === columns.labels && filter.every(group => group.every(condition => isOfColumns(condition, kind)))
  if (!isStable) return find()
  const key = `rows ${kind} ${formatFilter(filter)}`
  const known = memo.get(key) as Mask | undefined
  if (known) return known
  const found = await find()
  if (memo.size >= mostRemembered) memo.delete(memo.keys().next().value ?? '')
  memo.set(key, found)
  return found
}

function readBox(box: string): Box {
  const [west = 0, south = 0, east = 0, north = 0] = box.split(',').map(text => Math.round(Number(text) * unitsPerDegree))
  const isOfEarth = [west, east].every(value => Math.abs(value) <= 180 * unitsPerDegree) && Math.max(-south, north) <= 90 * unitsPerDegree
  if (!isOfEarth || south > north) throw new InvalidRequest([{ path: '/box', message: 'is not a bounding box in degrees' }], 400)
  return { west, south, east, north }
}

/** Counts records with a generalised position by grid cell. */
export function gridCells({ grids, longitudes, latitudes }: Columns) {
  const cells = new Map<string, MapGridCell>()
  let last: { grid: number; longitude: number; latitude: number; cell: MapGridCell } | null = null
  return {
    /** Adds a row. Consecutive rows of the same cell need only one lookup. */
    add(row: number): void {
      const [grid, longitude, latitude] = [grids[row]!, longitudes[row]!, latitudes[row]!]
      if (last?.grid === grid && last.longitude === longitude && last.latitude === latitude) {
        last.cell.count += 1
        return
      }
      const key = `${grid} ${longitude} ${latitude}`
      const cell = cells.get(key) ?? {
        decimalLongitude: longitude / unitsPerDegree,
        decimalLatitude: latitude / unitsPerDegree,
        sideInDegrees: Number(placeGrids[grid - 1]),
        count: 0
      }
      cell.count += 1
      cells.set(key, cell)
      last = { grid, longitude, latitude, cell }
    },
    all: () => [...cells.values()]
  }
}
