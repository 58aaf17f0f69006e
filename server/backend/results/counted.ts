import { type RawBuilder, sql } from 'kysely'
import type { ResultsQuery } from '../../../shared/contracts/results.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { firstStart, isOfRound, shownTo, workStateFor } from '../annotations/rounds/blind.ts'
import { type Individual, individualsOf } from '../annotations/rounds/individuals.ts'
import { isDoneBeside, isPending, pendingRounds } from '../annotations/rounds/pending.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { interruptible } from '../storage/interruptible.ts'
import { jsonItems } from '../storage/json-items.ts'
import { jsonWholeNumber } from '../storage/json-values.ts'

/** Query of results, or the options of an export. Unreviewed suggestions count from a confidence of `leastConfidence`. */
export type CountedQuery<Query extends object = ResultsQuery> = Query & { leastConfidence?: number }

/** Annotations of a project that count, as SQL on `annotation`. */
export interface Counted {
  projectId: string
  condition: RawBuilder<boolean>
  /** Individuals from rounds, without those of sample points. Only one annotation of each individual counts. */
  roundIndividuals: Individual[]
  points: Individual[]
  /** Counted annotations whose label is replaced by the consensus. */
  renamed: { id: string; labelId: string | null }[]
  /** Number of individuals of a row. */
  individuals: RawBuilder<number>
  /** SQL on `media`: true for an image that a person has finished. */
  isDone: RawBuilder<boolean>
  /**
   * SQL on `annotation`: true when it can be the work of a person. It is visible to the viewer, and is not an annotation by others in a
   * pending round. On a sample point, it needs a label.
   */
  byPeople: RawBuilder<boolean>
  /** SQL on `media`: true for an image that a machine processed. It is always false when unreviewed suggestions do not count. */
  isCovered: RawBuilder<boolean>
}

/** Selects the annotations that count in a query. @throws InvalidRequest when the query contradicts itself */
export async function countedAnnotations(db: Database, sight: Sight, query: CountedQuery): Promise<Counted> {
  const { projectId, accountId, blind } = sight
  const { countAttribute } = query
  const pending = await pendingRounds(db, projectId)
  const parts = [
    sql<boolean>`annotation.project_id = ${projectId}`,
    sql<boolean>`annotation.removed_at is null`,
    interruptible(db),
    believed(query)
  ]
  const byPeople = [shownTo(sight)]
  if (pending.length > 0) {
    parts.push(sql`not ${isPending(pending, accountId)}`)
    byPeople.push(sql`not ${isPending(pending, accountId)}`)
  }
  if (await hasSamples(db, projectId)) {
    const ofSample = sql`exists (select 1 from sample_point where sample_point.annotation_id = annotation.id)`
    const ofSession = sql`exists (select 1 from annotation_session_point where annotation_session_point.annotation_id = annotation.id)`
    parts.push(sql`not ${ofSample}`, sql`not ${ofSession}`)
    byPeople.push(sql`(annotation.label_id is not null or not (${ofSample} or ${ofSession}))`)
  }
  if (blind) parts.push(shownTo(sight))
  const counts = pending.length > 0 ? sql<boolean>`(${believed(query)} and not ${isPending(pending, accountId)})` : believed(query)
  const roundIndividuals = await individualsOf(db, sight, counts)
  const individuals = roundIndividuals.filter(({ pointId }) => pointId === null)
  const doubles = individuals.flatMap(({ id, marks }) => marks.map(mark => mark.id).filter(mark => mark !== id))
  if (doubles.length > 0) parts.push(sql`annotation.id not in ${amongIds(db, doubles)}`)
  return {
    projectId,
    roundIndividuals: individuals,
    points: roundIndividuals.filter(({ pointId }) => pointId !== null),
    renamed: individuals.filter(({ id, labelId, marks }) => marks.find(mark => mark.id === id)?.labelId !== labelId),
    condition: sql`${sql.join(parts, sql` and `)}`,
    individuals: countAttribute ? individualsFrom(db, countAttribute) : sql`1`,
    isDone: blind ? sql`${workStateFor(sight)} in ('done', 'reviewed')` : isDoneBeside(pending, accountId),
    byPeople: sql`${sql.join(byPeople, sql` and `)}`,
    isCovered: query.includeUnreviewed ? coverage(sight) : sql`1 = 0`
  }
}

/** SQL on `annotation`: true when its source and review state let it count. @throws InvalidRequest when the query contradicts itself */
export function believed({
  includeUnreviewed,
  confirmedOnly,
  leastConfidence = 0
}: CountedQuery<Pick<ResultsQuery, 'includeUnreviewed' | 'confirmedOnly'>>): RawBuilder<boolean> {
  if (includeUnreviewed && confirmedOnly)
    throw new InvalidRequest([{ path: '/confirmedOnly', message: 'cannot be combined with includeUnreviewed' }], 400)
  if (confirmedOnly) return sql`annotation.review_state = 'confirmed'`
  if (includeUnreviewed && leastConfidence === 0) return sql`annotation.review_state <> 'rejected'`
  const isSure = includeUnreviewed ? sql`or coalesce(annotation.confidence, -1) >= ${leastConfidence}` : sql``
  return sql`annotation.review_state <> 'rejected' and (annotation.source = 'human' or annotation.review_state = 'confirmed' ${isSure})`
}

/** SQL subquery of ids, for comparison with a column. */
export const amongIds = (db: Database, ids: readonly string[]): RawBuilder<string> =>
  sql`(select item.value ->> 'id' from ${jsonItems(
    db,
    ids.map(id => ({ id }))
  )})`

/**
 * SQL on `media`: whether a machine processed the image. For a blind viewer, coverage of round images counts only from before the round.
 */
function coverage({ blind }: Sight): RawBuilder<boolean> {
  const known = blind ? sql`and (media_coverage.covered_at < ${firstStart(blind)} or not ${isOfRound(blind)})` : sql``
  return sql`exists (select 1 from media_coverage where media_coverage.media_id = media.id ${known})`
}

const mostIndividuals = 1_000_000

function individualsFrom(db: Database, name: string): RawBuilder<number> {
  const given = jsonWholeNumber(db, 'annotation.attributes', name, mostIndividuals)
  return sql`case when annotation.attributes = '{}' then 1 else coalesce(${given}, 1) end`
}

/** Whether a project has sample points. Only then does each annotation have to be looked up among them. */
export async function hasSamples(db: Database, projectId: string): Promise<boolean> {
  const sample = await db.selectFrom('sample').select('id').where('project_id', '=', projectId).limit(1).executeTakeFirst()
  return sample !== undefined
}
