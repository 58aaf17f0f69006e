import { sql } from 'kysely'
import type { Condition, Filter } from '../../../shared/filters.ts'
import { annotationMatches, imageMatches, labelIs } from '../annotations/review/filter-sql.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { type Columns, noDay } from './columns.ts'
import { machineFlag, reviewStates } from './derived-places.ts'
import { placeKinds } from './tables.ts'

/** Kinds that the map draws by columns. */
export type DrawnKind = 'image' | 'annotation' | 'observation'

export interface Matching {
  db: Database
  sight: Sight
  columns: Columns
  kind: DrawnKind
  /** Labels of the rows, with the consensus of rounds. */
  labels: Uint32Array
  labelIds: readonly string[]
}

/** Rows that match a filter, as 0 or 1 each. Conditions that columns lack are read by SQL, once for each group. */
export async function matchingRows(matching: Matching, filter: Filter): Promise<Uint8Array> {
  const { columns, kind } = matching
  const found = new Uint8Array(columns.count)
  if (filter.length === 0) return found.fill(1)
  for (const group of filter) {
    const others = group.filter(condition => !isOfColumns(condition, kind))
    const rows = others.length > 0 ? await rowsBySql(matching, [others]) : new Uint8Array(columns.count).fill(1)
    for (const condition of group) if (isOfColumns(condition, kind)) await applyCondition(matching, rows, condition)
    for (let row = 0; row < rows.length; row++) found[row]! |= rows[row]!
  }
  return found
}

type ColumnCondition = Extract<Condition, { field: 'label' | 'person' | 'eventDate' | 'depth' | 'reviewState' | 'source' }>

/** Whether columns suffice. For an image, a condition on annotations is about any annotation on it. */
export function isOfColumns(condition: Condition, kind: DrawnKind): condition is ColumnCondition {
  const { field } = condition
  if (field === 'eventDate' || field === 'depth') return true
  if (kind === 'observation') return field === 'label' || field === 'person'
  return kind === 'annotation' && (field === 'label' || field === 'person' || field === 'reviewState' || field === 'source')
}

async function applyCondition(matching: Matching, rows: Uint8Array, condition: ColumnCondition): Promise<void> {
  const { columns, labels } = matching
  const { operator } = condition
  switch (condition.field) {
    case 'depth':
      return keepWhere(rows, columns.depths, depthTest(condition))
    case 'eventDate':
      return keepWhere(rows, columns.days, dayTest(condition))
    case 'label':
      return keepAmong(rows, labels, await labelsMeeting(matching, condition))
    case 'person': {
      const place = columns.personIds.indexOf(condition.value) + 1
      return keepWhere(
        rows,
        columns.people,
        operator === 'is' ? value => place > 0 && value === place : value => place === 0 || value !== place
      )
    }
    case 'reviewState': {
      const state = reviewStates.indexOf(condition.value)
      return keepWhere(rows, columns.flags, operator === 'is' ? value => (value & 3) === state : value => (value & 3) !== state)
    }
    case 'source': {
      const flag = condition.value === 'machine' ? machineFlag : 0
      return keepWhere(
        rows,
        columns.flags,
        operator === 'is' ? value => (value & machineFlag) === flag : value => (value & machineFlag) !== flag
      )
    }
  }
}

type Numbers = Float64Array | Int32Array | Uint32Array | Uint8Array

function keepWhere(rows: Uint8Array, values: Numbers, test: (value: number) => boolean): void {
  for (let row = 0; row < rows.length; row++) if (rows[row] === 1 && !test(values[row]!)) rows[row] = 0
}

function keepAmong(rows: Uint8Array, values: Uint32Array, allowed: Uint8Array): void {
  for (let row = 0; row < rows.length; row++) rows[row]! &= allowed[values[row]!]!
}

function depthTest({ operator, value }: Extract<Condition, { field: 'depth' }>): (depth: number) => boolean {
  return operator === 'atLeast' ? depth => depth >= value : depth => depth <= value
}

function dayTest({ operator, value }: Extract<Condition, { field: 'eventDate' }>): (day: number) => boolean {
  const wanted = Math.floor(Date.parse(`${value}T00:00:00Z`) / 86_400_000)
  if (operator === 'is') return day => day === wanted
  return operator === 'atLeast' ? day => day >= wanted : day => day <= wanted && day !== noDay
}

/** Which labels of the columns meet a condition, by their number; 0 is no label. */
async function labelsMeeting({ db, sight, labelIds }: Matching, condition: Extract<Condition, { field: 'label' }>): Promise<Uint8Array> {
  const allowed = new Uint8Array(labelIds.length + 1)
  if (condition.operator === 'under') {
    const below = await db
      .selectFrom('label')
      .select('id')
      .where(labelIs(sight.projectId, sql.ref('label.id'), condition))
      .execute()
    const ids = new Set(below.map(({ id }) => id))
    for (const [index, id] of labelIds.entries()) if (ids.has(id)) allowed[index + 1] = 1
    return allowed
  }
  const isOne = (id: string | null) => (condition.operator === 'is' ? id === condition.value : id !== condition.value)
  allowed[0] = isOne(null) ? 1 : 0
  for (const [index, id] of labelIds.entries()) allowed[index + 1] = isOne(id) ? 1 : 0
  return allowed
}

/**
 * Rows that match a filter without conditions of columns. SQL has the exact depths, and each annotation with the label of its author. No observation
 * meets a condition on images or annotations.
 */
async function rowsBySql({ db, sight, columns, kind }: Matching, filter: Filter): Promise<Uint8Array> {
  if (kind === 'observation') return new Uint8Array(columns.count)
  const places = db
    .selectFrom('place')
    .where('place.project_id', '=', sight.projectId)
    .where('place.kind', '=', placeKinds[kind])
    .where('place.removed', '=', 0)
  const ids =
    kind === 'image'
      ? await places
          .innerJoin('media', 'media.id', 'place.subject_id')
          .where(imageMatches(db, sight, filter))
          .select('place.id')
          .execute()
      : await places
          .innerJoin('annotation', 'annotation.id', 'place.subject_id')
          .innerJoin('media', 'media.id', 'annotation.media_id')
          .where(annotationMatches(db, sight, filter))
          .select('place.id')
          .execute()
  return rowsOfIds(
    columns,
    ids.map(({ id }) => id)
  )
}

/** Rows with one of the given ids, as 0 or 1 each. */
export function rowsOfIds(columns: Columns, ids: readonly number[]): Uint8Array {
  const wanted = new Set(ids)
  const rows = new Uint8Array(columns.count)
  for (let row = 0; row < rows.length; row++) if (wanted.has(columns.ids[row]!)) rows[row] = 1
  return rows
}
