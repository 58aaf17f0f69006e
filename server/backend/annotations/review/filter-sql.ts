import { type RawBuilder, sql } from 'kysely'
import { type Condition, type Filter, type ImageCondition, isOfImage } from '../../../../shared/filters.ts'
import { nameKey } from '../../media/rows.ts'
import type { Sight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { jsonNumber, jsonText, lowerAscii } from '../../storage/json-fields.ts'
import { amongIds } from '../../storage/json-items.ts'
import { rowByRow } from '../../storage/row-by-row.ts'
import { isOfImport } from '../imported.ts'
import { shownTo, workStateFor } from '../rounds/blind.ts'

type Of<F extends Condition['field']> = Extract<Condition, { field: F }>
type NumberCondition = Extract<Condition, { field: 'attribute'; value: number }>

/** SQL expression for an annotation's annotator, identical to the expression in the index. */
export const person = sql<string | null>`coalesce(annotation.annotator, annotation.created_by)`

const ownLabel: RawBuilder<unknown> = sql.ref('annotation.label_id')

/**
 * SQL condition on `annotation` joined with `media`. It is true for the annotations that match a filter and that the viewer may see.
 * @param label column with the label id that label conditions test
 */
export function annotationMatches(db: Database, sight: Sight, filter: Filter, label = ownLabel): RawBuilder<boolean> {
  const shown = shownTo(sight)
  if (filter.length === 0) return shown
  const groups = filter.map(
    group =>
      sql<boolean>`(${sql.join(
        group.map(condition => conditionSql(db, sight, condition, label)),
        sql` and `
      )})`
  )
  return sql`((${sql.join(groups, sql` or `)}) and ${shown})`
}

/** SQL for one condition on `annotation` joined with `media`. It may evaluate to null for a row that lacks the field. */
function conditionSql(db: Database, sight: Sight, condition: Condition, label = ownLabel): RawBuilder<boolean> {
  switch (condition.field) {
    case 'label':
      return labelIs(sight.projectId, label, condition)
    case 'person':
      return condition.operator === 'is' ? sql`${person} = ${condition.value}` : sql`${person} is distinct from ${condition.value}`
    case 'import':
      return isOfImport(sight.projectId, condition.value)
    case 'reviewState':
      return same('annotation.review_state', condition)
    case 'source':
      return same('annotation.source', condition)
    case 'shape':
      return same('annotation.shape_kind', condition)
    case 'confidence':
      return condition.operator === 'atLeast'
        ? sql`annotation.confidence >= ${condition.value}`
        : sql`annotation.confidence <= ${condition.value}`
    case 'attribute':
      return isOfNumber(condition) ? numberIs(db, condition) : attributeIs(db, condition)
    default:
      return ofMedia(db, sight, condition)
  }
}

/**
 * SQL condition on `media` that is true for the images that match a filter. To match a group, an image must meet all image conditions of
 * the group. In addition, a single annotation that the viewer may see must meet all annotation conditions of the group.
 */
export function imageMatches(db: Database, sight: Sight, filter: Filter): RawBuilder<boolean> {
  if (filter.length === 0) return sql`1 = 1`
  const groups = filter.map(group => {
    const ofImage = group.filter(isOfImage).map(condition => ofMedia(db, sight, condition))
    const ofAnnotation = group.filter(condition => !isOfImage(condition)).map(condition => conditionSql(db, sight, condition))
    const exists = sql<boolean>`exists (
      select 1 from (
        select annotation.* from annotation where annotation.media_id = media.id and annotation.removed_at is null ${rowByRow}
      ) as annotation
      where ${shownTo(sight)} and ${sql.join(ofAnnotation, sql` and `)}
    )`
    return sql<boolean>`(${sql.join(ofAnnotation.length > 0 ? [...ofImage, exists] : ofImage, sql` and `)})`
  })
  return sql`(${sql.join(groups, sql` or `)})`
}

function ofMedia(db: Database, sight: Sight, condition: ImageCondition): RawBuilder<boolean> {
  switch (condition.field) {
    case 'eventDate':
      return takenOn(condition)
    case 'depth':
      return condition.operator === 'atLeast'
        ? sql`media.depth_in_meters >= ${condition.value}`
        : sql`media.depth_in_meters <= ${condition.value}`
    case 'workState':
      return sameAs(workStateFor(sight), condition)
    case 'fileName':
      return condition.operator === 'contains'
        ? sql`media.name_key like ${`%${nameKey(condition.value).replace(/[!%_]/g, '!$&')}%`} escape '!'`
        : same('media.name_key', { ...condition, value: nameKey(condition.value) })
    case 'imageLabel':
      return imageHas(sight, condition)
    case 'importedFacts':
      return sql`media.id in (select import_fact.media_id from import_fact where import_fact.import_id = ${condition.value})`
    case 'area':
      return condition.mediaIds ? amongMedia(db, condition.mediaIds) : insideArea(sight.projectId, condition.value)
  }
}

const amongMedia = (db: Database, ids: readonly string[]) => sql<boolean>`media.id in ${amongIds(db, ids)}`

/** Position of the image in units of 1e-7 degrees, rounded as in the columns of the map. The longitude 180° becomes −180°. */
const latitude = sql`floor(media.decimal_latitude * 1e7 + 0.5)`
const longitude = sql`(case when floor(media.decimal_longitude * 1e7 + 0.5) = 1800000000 then -1800000000
  else floor(media.decimal_longitude * 1e7 + 0.5) end)`

/** SQL condition on `media` that is true for images in a drawn area. The sides are tested as in `insideTest`, with the same arithmetic. */
const insideArea = (projectId: string, areaId: string) => sql<boolean>`exists (
  select 1 from map_area where map_area.id = ${areaId} and map_area.project_id = ${projectId}
    and ${latitude} between map_area.south and map_area.north
    and ((map_area.west <= map_area.east and ${longitude} between map_area.west and map_area.east)
      or (map_area.west > map_area.east and (${longitude} >= map_area.west or ${longitude} <= map_area.east)))
    and (
      select count(*) from map_area_edge as edge where edge.area_id = map_area.id and edge.y1 <= ${latitude} and ${latitude} < edge.y2
        and ${longitude} < edge.x1 + ((${latitude} - edge.y1) * (edge.x2 - edge.x1)) / (edge.y2 - edge.y1)
    ) % 2 = 1)`

const same = (column: string, condition: { operator: string; value: string }) => sameAs(sql.ref(column), condition)

const sameAs = (left: RawBuilder<unknown>, { operator, value }: { operator: string; value: string }): RawBuilder<boolean> =>
  operator === 'is' ? sql`${left} = ${value}` : sql`${left} <> ${value}`

/** SQL condition on a column that contains a label id. */
export function labelIs(
  projectId: string,
  column: RawBuilder<unknown>,
  { operator, value }: Of<'label' | 'imageLabel'>
): RawBuilder<boolean> {
  if (operator === 'under') return sql`${column} in (${withAllBelow(projectId, value)})`
  if (value === null) return operator === 'is' ? sql`${column} is null` : sql`${column} is not null`
  return operator === 'is' ? sql`${column} = ${value}` : sql`${column} is distinct from ${value}`
}

const withAllBelow = (projectId: string, labelId: string) => sql`
  with recursive below (id) as (
    select label.id from label where label.id = ${labelId} and label.project_id = ${projectId}
    union all
    select label.id from label join below on label.parent_id = below.id
  )
  select below.id from below`

/**
 * SQL condition on `media` that is true for images with a matching whole-image label. Rejected annotations do not count. For `isNot`,
 * the condition is true for images without such a label.
 */
function imageHas(sight: Sight, condition: Of<'imageLabel'>): RawBuilder<boolean> {
  const hasLabel = sql`exists (
    select 1 from (
      select * from annotation as kept
      where kept.media_id = media.id and kept.shape_kind = 'wholeImage' and kept.removed_at is null ${rowByRow}
    ) as whole
    where whole.review_state <> 'rejected' and ${shownTo(sight, 'whole')}
      and ${labelIs(sight.projectId, sql.ref('whole.label_id'), condition.operator === 'isNot' ? { ...condition, operator: 'is' } : condition)}
  )`
  return condition.operator === 'isNot' ? sql`not ${hasLabel}` : sql`${hasLabel}`
}

/** SQL condition on the capture date. `captured_key` is the capture time as text, or `~` if the time is unknown. `~` sorts after every digit. */
function takenOn({ operator, value }: Of<'eventDate'>): RawBuilder<boolean> {
  const next = new Date(Date.parse(`${value}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  if (operator === 'atMost') return sql`media.captured_key < ${next}`
  const end = operator === 'is' ? next : '~'
  return sql`(media.captured_key >= ${value} and media.captured_key < ${end})`
}

const isOfNumber = (condition: Of<'attribute'>): condition is NumberCondition => typeof condition.value === 'number'

function attributeIs(db: Database, condition: Exclude<Of<'attribute'>, NumberCondition>): RawBuilder<boolean> {
  const text = jsonText(db, 'annotation.attributes', condition.name)
  const number = jsonNumber(db, 'annotation.attributes', condition.name)
  const { operator, value } = condition
  if (operator === 'contains') {
    const pattern = `%${toLowerAscii(value).replace(/[!%_]/g, '!$&')}%`
    return sql`${lowerAscii(db, text)} like ${pattern} escape '!'`
  }
  const isNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value) && Number.isFinite(Number(value))
  const equal = isNumber ? sql`(${text} = ${value} or ${number} = ${Number(value)})` : sql`${text} = ${value}`
  return operator === 'is' ? sql`${equal}` : sql`not coalesce(${equal}, ${sql.lit(false)})`
}

function numberIs(db: Database, { name, operator, value }: NumberCondition): RawBuilder<boolean> {
  const number = jsonNumber(db, 'annotation.attributes', name)
  return operator === 'atLeast' ? sql`${number} >= ${value}` : sql`${number} <= ${value}`
}

const toLowerAscii = (text: string) => text.replace(/[A-Z]/g, letter => letter.toLowerCase())

/**
 * SQL query for the ids of at most `limit` annotations that match one condition. Null if no index can serve the condition. The result may
 * include annotations that were removed, are on removed media, or are hidden from a blind viewer.
 */
export function foundByIndex(db: Database, sight: Sight, condition: Condition, limit: number): RawBuilder<{ id: string }> | null {
  if (isOfMany(condition, sight)) return null
  const { projectId } = sight
  const { field } = condition
  const direct = indexed(projectId, condition)
  if (direct) return sql`select annotation.id from annotation where ${direct} limit ${sql.lit(limit)}`
  if (field === 'imageLabel') {
    return sql`
      select annotation.id from annotation as whole cross join annotation
      where ${labelIs(projectId, sql.ref('whole.label_id'), condition)} and whole.shape_kind = 'wholeImage' and whole.removed_at is null
        and annotation.media_id = whole.media_id
      limit ${sql.lit(limit)}`
  }
  if (isOfImage(condition)) {
    return sql`
      select annotation.id from media cross join annotation
      where media.project_id = ${projectId} and media.removed_at is null and ${ofMedia(db, sight, condition)}
        and annotation.media_id = media.id
      limit ${sql.lit(limit)}`
  }
  return null
}

/**
 * Whether indexes are useless for a condition. `isNot` matches most rows, and `contains` reads every value. An area condition without image
 * ids tests every image of the project against the sides of the area. For a blind member, the work state of an image may differ from the
 * stored state.
 */
const isOfMany = ({ field, operator, ...condition }: Condition, { blind }: Sight): boolean =>
  (field === 'area' && !('mediaIds' in condition)) ||
  operator === 'isNot' ||
  operator === 'contains' ||
  (blind !== null && field === 'workState')

/** SQL for a condition that a per-project index can serve; null for other conditions. */
function indexed(projectId: string, condition: Condition): RawBuilder<boolean> | null {
  const found = ofIndex(projectId, condition)
  return found && sql`annotation.project_id = ${projectId} and annotation.removed_at is null and ${found}`
}

function ofIndex(projectId: string, condition: Condition): RawBuilder<boolean> | null {
  if (condition.field === 'label') return labelIs(projectId, sql.ref('annotation.label_id'), condition)
  if (condition.field === 'person') return sql`${person} = ${condition.value}`
  if (condition.field === 'import') return isOfImport(projectId, condition.value)
  return condition.field === 'reviewState' ? same('annotation.review_state', condition) : null
}

/**
 * SQL query for at most `limit` ids of images that match one condition, directly or through an annotation. Null if no index can serve the
 * condition. Ids may repeat, and the result may include removed images.
 */
export function imagesFoundByIndex(db: Database, sight: Sight, condition: Condition, limit: number): RawBuilder<{ id: string }> | null {
  if (isOfMany(condition, sight)) return null
  const { projectId } = sight
  const direct = indexed(projectId, condition)
  if (direct) {
    // Sorted like the index that serves the condition. Otherwise, SQLite would scan all annotations along another index with the same columns.
    const inOrder = condition.operator === 'is' ? sql`order by annotation.id` : sql``
    return sql`select annotation.media_id as id from annotation where ${direct} ${inOrder} limit ${sql.lit(limit)}`
  }
  if (condition.field === 'imageLabel') {
    return sql`
      select whole.media_id as id from annotation as whole
      where ${labelIs(projectId, sql.ref('whole.label_id'), condition)} and whole.shape_kind = 'wholeImage' and whole.removed_at is null
      limit ${sql.lit(limit)}`
  }
  if (!isOfImage(condition)) return null
  return sql`
    select media.id from media
    where media.project_id = ${projectId} and media.removed_at is null and ${ofMedia(db, sight, condition)} limit ${sql.lit(limit)}`
}
