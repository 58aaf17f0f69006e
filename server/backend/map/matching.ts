import { sql } from 'kysely'
import type { Condition, Filter } from '../../../shared/filters.ts'
import { areaSides } from '../annotations/review/area-filter.ts'
import { annotationMatches, imageMatches, labelIs } from '../annotations/review/filter-sql.ts'
import { insideTest } from '../annotations/review/inside-area.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { type Columns, noDay } from './columns.ts'
import { machineFlag, reviewStates } from './derived-places.ts'
import { type Mask, maskOf, wordsOf } from './masks.ts'
import { placeKinds } from './tables.ts'

/** Kinds of records that the map draws from in-memory columns. */
export type DrawnKind = 'image' | 'annotation' | 'observation'

export interface Matching {
  db: Database
  sight: Sight
  columns: Columns
  kind: DrawnKind
  /** Labels of the rows. Individuals from rounds have their consensus label. */
  labels: Uint32Array
  labelIds: readonly string[]
}

/**
 * Finds the rows that match a filter, as a mask with 1 for each match. Conditions that the columns cannot evaluate run in SQL, once per filter group.
 */
export async function matchingRows(matching: Matching, filter: Filter): Promise<Mask> {
  const { columns, kind } = matching
  const groups: Mask[] = []
  for (const group of filter) {
    const others = group.filter(condition => !isOfColumns(condition, kind))
    const rows = others.length > 0 ? await rowsBySql(matching, [others]) : maskOf(columns.count, 1)
    for (const condition of group) if (isOfColumns(condition, kind)) await applyCondition(matching, rows, condition)
    groups.push(rows)
  }
  const [found = maskOf(columns.count, 1), ...others] = groups
  const words = wordsOf(found)
  for (const rows of others) {
    const otherWords = wordsOf(rows)
    for (let word = 0; word < words.length; word++) words[word]! |= otherWords[word]!
  }
  return found
}

type ColumnCondition = Extract<Condition, { field: 'label' | 'person' | 'eventDate' | 'depth' | 'area' | 'reviewState' | 'source' }>

/** Whether the columns suffice to evaluate a condition. Conditions on the annotations of images need SQL. */
export function isOfColumns(condition: Condition, kind: DrawnKind): condition is ColumnCondition {
  const { field } = condition
  if (field === 'eventDate' || field === 'depth' || field === 'area') return true
  if (kind === 'observation') return field === 'label' || field === 'person'
  return kind === 'annotation' && (field === 'label' || field === 'person' || field === 'reviewState' || field === 'source')
}

async function applyCondition(matching: Matching, rows: Mask, condition: ColumnCondition): Promise<void> {
  const { columns, labels } = matching
  switch (condition.field) {
    case 'depth':
      return keepWithin(rows, columns.depths, depthRange(condition))
    case 'eventDate':
      return keepWithin(rows, columns.days, dayRange(condition))
    case 'area': {
      const isInside = insideTest(columns, await areaSides(matching.db, matching.sight.projectId, condition.value))
      for (let row = 0; row < rows.length; row++) if (rows[row] === 1 && !isInside(row)) rows[row] = 0
      return
    }
    case 'label':
      return keepAmong(rows, labels, await labelsMeeting(matching, condition))
    case 'person':
      return keepAmong(rows, columns.people, peopleMeeting(columns, condition))
    case 'reviewState':
    case 'source':
      return keepAmong(rows, columns.flags, flagsMeeting(condition))
  }
}

/** Drops the rows whose value lies outside a range. Both ends belong to the range. */
function keepWithin(rows: Mask, values: Float64Array | Int32Array, [least, most]: readonly [number, number]): void {
  for (let row = 0; row < rows.length; row++) {
    const value = values[row]!
    rows[row]! &= Number(value >= least) & Number(value <= most) // without a branch, which a processor predicts badly
  }
}

/** Drops the rows whose value is not marked with 1 in `allowed`, which is indexed by value. */
function keepAmong(rows: Mask, values: Uint32Array | Uint8Array, allowed: Uint8Array): void {
  for (let row = 0; row < rows.length; row++) rows[row]! &= allowed[values[row]!]!
}

const depthRange = ({ operator, value }: Extract<Condition, { field: 'depth' }>): [number, number] =>
  operator === 'atLeast' ? [value, Infinity] : [-Infinity, value]

function dayRange({ operator, value }: Extract<Condition, { field: 'eventDate' }>): [number, number] {
  const day = Math.floor(Date.parse(`${value}T00:00:00Z`) / 86_400_000)
  if (operator === 'is') return [day, day]
  return operator === 'atLeast' ? [day, Infinity] : [noDay + 1, day]
}

function peopleMeeting({ personIds }: Columns, { operator, value }: Extract<Condition, { field: 'person' }>): Uint8Array {
  const allowed = new Uint8Array(personIds.length + 1).fill(operator === 'is' ? 0 : 1)
  const person = personIds.indexOf(value) + 1
  if (person > 0) allowed[person] = operator === 'is' ? 1 : 0
  return allowed
}

function flagsMeeting(condition: Extract<Condition, { field: 'reviewState' | 'source' }>): Uint8Array {
  const isOne =
    condition.field === 'source'
      ? (flags: number) => (flags & machineFlag) === (condition.value === 'machine' ? machineFlag : 0)
      : (flags: number) => (flags & 3) === reviewStates.indexOf(condition.value)
  return Uint8Array.from({ length: 256 }, (_, flags) => (isOne(flags) === (condition.operator === 'is') ? 1 : 0))
}

/** Finds the labels that meet a condition, as a mask by label number. Number 0 means no label. */
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
 * Finds the rows that match a filter in SQL. The filter must not contain conditions on columns: SQL would compare exact depths, and labels without
 * the consensus. Observations never meet a condition on images or annotations.
 */
async function rowsBySql({ db, sight, columns, kind }: Matching, filter: Filter): Promise<Mask> {
  if (kind === 'observation') return maskOf(columns.count)
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

/** Returns a mask with 1 for each row whose id is in the list. */
export function rowsOfIds(columns: Columns, ids: readonly number[]): Mask {
  const wanted = new Set(ids)
  const rows = maskOf(columns.count)
  for (let row = 0; row < rows.length; row++) if (wanted.has(columns.ids[row]!)) rows[row] = 1
  return rows
}
