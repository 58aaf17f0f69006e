import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Observation, ObservationFilter, ObservationPage } from '../../../shared/contracts/observations.ts'
import { NotFound } from '../../lib/errors.ts'
import { labelIs } from '../annotations/review/filter-sql.ts'
import { shownTo } from '../annotations/rounds/blind.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { lowerCase } from '../storage/lower-case.ts'
import type { Tables } from '../storage/tables.ts'
import { asPattern } from '../storage/text-pattern.ts'
import { observationsAsShown } from './as-shown.ts'
import { type JoinedRow, selectObservations, toObservation } from './rows.ts'

/** SQL condition for the observations that a viewer may see. Blind members do not see observations that refer to a hidden annotation. */
export const observationShownTo = (sight: Sight) =>
  sight.blind
    ? sql<boolean>`(observation.annotation_id is null or exists (
        select 1 from annotation where annotation.id = observation.annotation_id and (annotation.removed_at is not null or ${shownTo(sight)})))`
    : sql<boolean>`1 = 1`

/** SQL condition for observations whose organism is not also annotated. Counting the others would count their organisms twice. */
const isCounted = sql<boolean>`(observation.annotation_id is null or not exists (
  select 1 from annotation join media on media.id = annotation.media_id
  where annotation.id = observation.annotation_id and annotation.removed_at is null and annotation.review_state <> 'rejected'
    and media.removed_at is null))`

/** SQL condition for the observations of a project that count in results: those whose organism is not also annotated. */
export const countedObservations = (sight: Sight): RawBuilder<boolean> =>
  sql<boolean>`(observation.project_id = ${sight.projectId} and observation.removed_at is null and ${observationShownTo(sight)} and ${isCounted})`

/** Filter of a list. With `counted`, observations whose organism is also annotated are omitted. */
interface Selection extends ObservationFilter {
  counted?: boolean
}

type Query<O> = SelectQueryBuilder<Tables, 'observation', O>

// Long: one condition after the other.
function filtered<O>(
  db: Database,
  query: Query<O>,
  sight: Sight,
  { q, labelId, siteId, origin, from, to, removed = false, counted = false }: Selection
): Query<O> {
  return query
    .where('observation.project_id', '=', sight.projectId)
    .where('observation.removed_at', removed ? 'is not' : 'is', null)
    .where(observationShownTo(sight))
    .$if(counted, rows => rows.where(isCounted))
    .$if(labelId !== undefined, rows =>
      rows.where(
        labelIs(sight.projectId, sql.ref('observation.label_id'), { field: 'label', operator: 'under', value: labelId as string } as const)
      )
    )
    .$if(siteId !== undefined, rows => rows.where('observation.site_id', '=', siteId as string))
    .$if(origin !== undefined, rows => rows.where('observation.record_id', origin === 'own' ? 'is' : 'is not', null))
    .$if(from !== undefined, rows => rows.where('observation.last_day', '>=', from as string))
    .$if(to !== undefined, rows => rows.where('observation.first_day', '<=', to as string))
    .$if(q !== undefined, rows => {
      const pattern = asPattern(q as string)
      return rows.where(sql<boolean>`(${lowerCase(db, sql`observation.verbatim_identification`)} like ${pattern} escape '\\' or observation.label_id in (
        select id from label where project_id = ${sight.projectId}
          and (name_key like ${pattern} escape '\\' or lower(scientific_name) like ${pattern} escape '\\')))`)
    })
}

interface Part {
  limit?: number | undefined
  cursor?: string | undefined
}

/** Queries of observations. The edits are in `edits.ts`. */
export function observationRepository(db: Database) {
  async function shown(sight: Sight, rows: readonly JoinedRow[]): Promise<Observation[]> {
    return observationsAsShown(await shownPlaces(db, sight.projectId, sight.places), rows.map(toObservation))
  }

  /** Reads a page of the observations that match a filter, newest first, without the total. */
  async function slice(sight: Sight, filter: Selection, { limit = 50, cursor }: Part): Promise<Omit<ObservationPage, 'total'>> {
    const rows = await filtered(db, selectObservations(db, sight.accountId) as unknown as Query<JoinedRow>, sight, filter)
      .$if(cursor !== undefined, query => query.where('observation.id', '<', cursor as string))
      .orderBy('observation.id', 'desc')
      .limit(limit + 1)
      .execute()
    const items = await shown(sight, rows.slice(0, limit))
    return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
  }

  return {
    /** Returns the project of an observation. @throws NotFound */
    async projectOf(id: string): Promise<string> {
      const found = await db.selectFrom('observation').select('project_id').where('id', '=', id).executeTakeFirst()
      if (!found) throw new NotFound('The observation')
      return found.project_id
    },

    /** Reads an observation as the viewer may see it. @throws NotFound */
    async get(sight: Sight, id: string): Promise<Observation> {
      const row = await selectObservations(db, sight.accountId)
        .where('observation.id', '=', id)
        .where('observation.project_id', '=', sight.projectId)
        .where(observationShownTo(sight))
        .executeTakeFirst()
      const [observation] = row ? await shown(sight, [row]) : []
      if (!observation) throw new NotFound('The observation')
      return observation
    },

    slice,

    /** Reads a page of the observations that match a filter, newest first, with the total. */
    async page(sight: Sight, filter: ObservationFilter, part: Part): Promise<ObservationPage> {
      const { count } = await filtered(db, db.selectFrom('observation'), sight, filter)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return { ...(await slice(sight, filter, part)), total: Number(count) }
    }
  }
}
