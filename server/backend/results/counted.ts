import { type RawBuilder, sql } from 'kysely'
import type { WorkState } from '../../../shared/contracts/annotations.ts'
import type { ResultsQuery } from '../../../shared/contracts/results.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { type Blind, firstStart, isOfSession, shownTo, workStateFor } from '../annotations/sessions/blind.ts'
import type { Database } from '../storage/database.ts'
import { interruptible } from '../storage/interruptible.ts'
import { jsonWholeNumber } from '../storage/json-values.ts'

/** Which annotations count in a project, as SQL on `annotation`. */
export interface Counted {
  projectId: string
  condition: RawBuilder<boolean>
  /** Individuals that a row stands for. */
  individuals: RawBuilder<number>
  /** How far an image is, as SQL on `media`. */
  workState: RawBuilder<WorkState>
  /** Whether a mark of a person, as SQL on `annotation`, is one that somebody made: a drawn point is not until it has a name. */
  byPeople: RawBuilder<boolean>
  /** Whether a machine went through an image, as SQL on `media`: never where what nobody reviewed does not count. */
  isCovered: RawBuilder<boolean>
}

/** @throws InvalidRequest when what is asked for contradicts itself */
export async function countedAnnotations(db: Database, projectId: string, query: ResultsQuery, blind: Blind | null): Promise<Counted> {
  const { countAttribute } = query
  const parts = [
    sql<boolean>`annotation.project_id = ${projectId}`,
    sql<boolean>`annotation.removed_at is null`,
    interruptible(db),
    believed(query)
  ]
  const byPeople = [shownTo(blind)]
  if (await hasSamples(db, projectId)) {
    const ofSample = sql`exists (select 1 from sample_point where sample_point.annotation_id = annotation.id)`
    const ofSession = sql`exists (select 1 from annotation_session_point where annotation_session_point.annotation_id = annotation.id)`
    parts.push(sql`not ${ofSample}`, sql`not ${ofSession}`)
    byPeople.push(sql`(annotation.label_id is not null or not (${ofSample} or ${ofSession}))`)
  }
  if (blind) parts.push(shownTo(blind))
  return {
    projectId,
    condition: sql`${sql.join(parts, sql` and `)}`,
    individuals: countAttribute ? individualsFrom(db, countAttribute) : sql`1`,
    workState: workStateFor(blind),
    byPeople: sql`${sql.join(byPeople, sql` and `)}`,
    isCovered: query.includeUnreviewed ? coverage(blind) : sql`1 = 0`
  }
}

/** SQL on `annotation`: whose word counts. @throws InvalidRequest when what is asked for contradicts itself */
export function believed({
  includeUnreviewed,
  confirmedOnly
}: Pick<ResultsQuery, 'includeUnreviewed' | 'confirmedOnly'>): RawBuilder<boolean> {
  if (includeUnreviewed && confirmedOnly)
    throw new InvalidRequest([{ path: '/confirmedOnly', message: 'cannot be asked for together with includeUnreviewed' }], 400)
  if (confirmedOnly) return sql`annotation.review_state = 'confirmed'`
  if (includeUnreviewed) return sql`annotation.review_state <> 'rejected'`
  return sql`annotation.review_state <> 'rejected' and (annotation.source = 'human' or annotation.review_state = 'confirmed')`
}

/** On images of a session that someone works blind in, only what was there before. */
function coverage(blind: Blind | null): RawBuilder<boolean> {
  const known = blind ? sql`and (media_coverage.covered_at < ${firstStart(blind)} or not ${isOfSession(blind)})` : sql``
  return sql`exists (select 1 from media_coverage where media_coverage.media_id = media.id ${known})`
}

const mostIndividuals = 1_000_000

function individualsFrom(db: Database, name: string): RawBuilder<number> {
  const given = jsonWholeNumber(db, 'annotation.attributes', name, mostIndividuals)
  return sql`case when annotation.attributes = '{}' then 1 else coalesce(${given}, 1) end`
}

/** Only then every annotation has to be looked up among the points. */
async function hasSamples(db: Database, projectId: string): Promise<boolean> {
  const sample = await db.selectFrom('sample').select('id').where('project_id', '=', projectId).limit(1).executeTakeFirst()
  return sample !== undefined
}
