import { type RawBuilder, sql } from 'kysely'
import type { ResultsQuery } from '../../../shared/contracts/results.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { imageMatches } from '../annotations/review/filter-sql.ts'
import { firstStart, isOfRound, shownTo, workStateFor } from '../annotations/rounds/blind.ts'
import { type Individual, individualsOf } from '../annotations/rounds/individuals.ts'
import { isDoneBeside, isPending, pendingRounds } from '../annotations/rounds/pending.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { interruptible } from '../storage/interruptible.ts'
import { amongIds } from '../storage/json-items.ts'
import { jsonWholeNumber } from '../storage/json-values.ts'
import { annotatedFilter, annotationChosen } from './filter.ts'

/** Query of results, or options of an export. Unreviewed suggestions count only if their confidence is at least `leastConfidence`. */
export type CountedQuery<Query extends object = ResultsQuery> = Query & { leastConfidence?: number }

/** Annotations of a project that count, as SQL on `annotation`. */
export interface Counted {
  projectId: string
  condition: RawBuilder<boolean>
  /** Individuals from rounds, without sample points. Only one annotation of each individual counts. */
  roundIndividuals: Individual[]
  points: Individual[]
  /** Counted annotations whose label is replaced by the consensus label. */
  renamed: { id: string; labelId: string | null }[]
  /** SQL on `annotation`: the number of individuals that the annotation counts as. */
  individuals: RawBuilder<number>
  /** SQL on `annotation`: whether the annotation meets the filter. `condition` includes this check. */
  isMatching: RawBuilder<boolean>
  /** SQL on `media`: whether the image meets the conditions of the filter on images. */
  isChosen: RawBuilder<boolean>
  /** SQL on `media`: whether a person has finished the image. */
  isDone: RawBuilder<boolean>
  /**
   * SQL on `annotation`: whether the annotation can be the work of a person. The viewer may see the annotation, and others did not make it in a
   * pending round. An annotation of a sample point needs a label.
   */
  byPeople: RawBuilder<boolean>
  /** SQL on `media`: whether a machine processed the image; always false if unreviewed suggestions do not count. */
  isCovered: RawBuilder<boolean>
}

/** Selects the annotations that count in a query. @throws InvalidRequest for a contradictory query or an invalid filter */
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
  if ((await hasSamples(db, projectId)) || (await hasCopies(db, projectId))) {
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
  const renamed = individuals.filter(({ id, labelId, marks }) => marks.find(mark => mark.id === id)?.labelId !== labelId)
  const filter = await annotatedFilter(db, sight, query.filter)
  const isMatching = filter.all.length > 0 ? await annotationChosen(db, sight, filter.all, renamed) : sql<boolean>`1 = 1`
  parts.push(isMatching)
  return {
    projectId,
    roundIndividuals: individuals,
    points: roundIndividuals.filter(({ pointId }) => pointId !== null),
    renamed,
    condition: sql`${sql.join(parts, sql` and `)}`,
    individuals: countAttribute ? individualsFrom(db, countAttribute) : sql`1`,
    isMatching,
    isChosen: imageMatches(db, sight, filter.ofImages),
    isDone: blind ? sql`${workStateFor(sight)} in ('done', 'reviewed')` : isDoneBeside(pending, accountId),
    byPeople: sql`${sql.join(byPeople, sql` and `)}`,
    isCovered: query.includeUnreviewed ? coverage(sight) : sql`1 = 0`
  }
}

/** SQL on `annotation`: whether its source and review state allow it to count. @throws InvalidRequest for a contradictory query */
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

/** SQL on `media`: whether a machine processed the image. On images of a round, a blind viewer sees only processing from before the round. */
function coverage({ blind }: Sight): RawBuilder<boolean> {
  const known = blind ? sql`and (media_coverage.covered_at < ${firstStart(blind)} or not ${isOfRound(blind)})` : sql``
  return sql`exists (select 1 from media_coverage where media_coverage.media_id = media.id ${known})`
}

const mostIndividuals = 1_000_000

function individualsFrom(db: Database, name: string): RawBuilder<number> {
  const given = jsonWholeNumber(db, 'annotation.attributes', name, mostIndividuals)
  return sql`case when annotation.attributes = '{}' then 1 else coalesce(${given}, 1) end`
}

/** Returns whether a project has sample points. Only then must each annotation be checked against them. */
export async function hasSamples(db: Database, projectId: string): Promise<boolean> {
  const sample = await db.selectFrom('sample').select('id').where('project_id', '=', projectId).limit(1).executeTakeFirst()
  return sample !== undefined
}

/** Returns whether a project has copies of sample points. They remain in a session if its samples were removed by an earlier version of Isobath. */
async function hasCopies(db: Database, projectId: string): Promise<boolean> {
  const copy = await db
    .selectFrom('annotation_session_point')
    .innerJoin('annotation_session', 'annotation_session.id', 'annotation_session_point.session_id')
    .select('annotation_session_point.annotation_id')
    .where('annotation_session.project_id', '=', projectId)
    .limit(1)
    .executeTakeFirst()
  return copy !== undefined
}
