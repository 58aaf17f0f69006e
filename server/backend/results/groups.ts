import { type RawBuilder, sql } from 'kysely'
import type { ResultsQuery } from '../../../shared/contracts/results.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { harmlessColumn, withheldName } from '../generalisations/as-shown.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonFieldText } from '../storage/json-values.ts'

/** Grouping of images, as SQL on `media`, left-joined with its `site`. */
export interface Grouping {
  /** Key of the group; null for images without a group. */
  key: RawBuilder<string | null>
  /** The same key as SQL on `observation`, left-joined with its `site`. Absent if observations cannot be grouped in this way. */
  ofObservations?: RawBuilder<string | null>
  /** Whether every image is its own group. */
  isImage?: boolean
  /** Reads the names of the groups, by key, and the sort order of the groups. */
  names(db: Database, sight: Sight): Promise<Naming>
}

export interface Naming {
  nameOf(key: string): string
  none: string
  compare(a: string, b: string): number
}

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const byName = (nameOf: (key: string) => string) => (a: string, b: string) => natural.compare(nameOf(a), nameOf(b)) || (a < b ? -1 : 1)
const itself = (none: string): Naming => ({ nameOf: key => key, none, compare: byName(key => key) })

/** Single group with all images of a project. */
export const everything: Grouping = {
  key: sql`cast('all' as text)`,
  ofObservations: sql`cast('all' as text)`,
  names: async () => ({ ...itself(''), nameOf: () => 'All images' })
}

/**
 * Returns the grouping for a `groupBy` of the contract. For viewers who get depths in whole metres, depth bands group the rounded depths.
 * Otherwise, a filter on one image would reveal its depth to within half a metre.
 */
export async function groupingOf(
  db: Database,
  { projectId, places }: Sight,
  { groupBy = 'image', depthBandInMeters = 10 }: ResultsQuery
): Promise<Grouping> {
  if (groupBy.startsWith('metadata:')) {
    const column = groupBy.slice('metadata:'.length)
    return {
      key: jsonFieldText(db, 'media.metadata', column),
      names: (db, sight) => columnNames(db, sight, column)
    }
  }
  switch (groupBy) {
    case 'site':
      return { key: sql`media.site_id`, ofObservations: sql`observation.site_id`, names: siteNames }
    case 'survey':
      return { key: sql`site.survey_id`, ofObservations: sql`site.survey_id`, names: surveyNames }
    case 'depthBand': {
      const { isExact } = await shownPlaces(db, projectId, places)
      const shown = isExact ? (depth: RawBuilder<number | null>) => depth : inWholeMeters
      return {
        key: bandOf(shown(sql`media.depth_in_meters`), depthBandInMeters),
        ofObservations: bandOf(middleDepth(shown), depthBandInMeters),
        names: async () => ({
          nameOf: from => `${from}–${Number(from) + depthBandInMeters} m`,
          none: 'no depth',
          compare: (a, b) => Number(a) - Number(b)
        })
      }
    }
    case 'date':
      return {
        key: sql`substr(media.event_date, 1, 10)`,
        ofObservations: sql`case when observation.first_day = observation.last_day then observation.first_day end`,
        names: async () => ({ ...itself('no date'), compare: (a, b) => (a < b ? -1 : 1) })
      }
    default:
      return { key: sql`media.id`, isImage: true, names: imageNames }
  }
}

const bandOf = (depth: RawBuilder<number | null>, width: number): RawBuilder<string | null> =>
  sql`cast(cast(floor(${depth} / ${width}) as integer) * ${sql.lit(width)} as text)`

/** Rounds a depth as `wholeMeters` does. */
const inWholeMeters = (depth: RawBuilder<number | null>): RawBuilder<number | null> => sql`floor(${depth} + 0.5)`

/** Middle of the depth range of an observation, or its only depth; null without a depth. */
function middleDepth(shown: (depth: RawBuilder<number | null>) => RawBuilder<number | null>): RawBuilder<number | null> {
  const [least, most] = [sql<number | null>`observation.minimum_depth_in_meters`, sql<number | null>`observation.maximum_depth_in_meters`]
  return sql`((${shown(sql`coalesce(${least}, ${most})`)} + ${shown(sql`coalesce(${most}, ${least})`)}) / 2.0)`
}

/**
 * Names of the groups when results are grouped by a table column: the values of that column.
 * @throws InvalidRequest if the column may reveal exact places that the viewer may not see
 */
async function columnNames(db: Database, { projectId, places }: Sight, column: string): Promise<Naming> {
  if (!harmlessColumn.test(column) && !(await shownPlaces(db, projectId, places)).isExact)
    throw new InvalidRequest([{ path: '/groupBy', message: 'is a table column, which may reveal generalised places' }], 400)
  return itself(`no ${column}`)
}

async function imageNames(db: Database, { projectId }: Sight): Promise<Naming> {
  const rows = await db
    .selectFrom('media')
    .select(['id', 'file_name'])
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .execute()
  return named(new Map(rows.map(({ id, file_name }) => [id, file_name])), 'no image')
}

/** Reads the names of the sites. If several surveys have a site with the same name, the name of the survey is appended. */
async function siteNames(db: Database, { projectId, places }: Sight): Promise<Naming> {
  const gridOf = await (await shownPlaces(db, projectId, places)).ofSites()
  const rows = await db
    .selectFrom('site')
    .leftJoin('survey', 'survey.id', 'site.survey_id')
    .select(['site.id', 'site.name', 'site.name_key', 'survey.name as survey_name'])
    .where('site.project_id', '=', projectId)
    .execute()
  const uses = new Map<string, number>()
  for (const { name_key: key } of rows) uses.set(key, (uses.get(key) ?? 0) + 1)
  const nameOf = (row: (typeof rows)[number]) =>
    gridOf(row.id) !== null
      ? withheldName(row.id)
      : row.survey_name !== null && (uses.get(row.name_key) ?? 0) > 1
        ? `${row.name} (${row.survey_name})`
        : row.name
  return named(new Map(rows.map(row => [row.id, nameOf(row)])), 'no site')
}

async function surveyNames(db: Database, { projectId }: Sight): Promise<Naming> {
  const rows = await db.selectFrom('survey').select(['id', 'name']).where('project_id', '=', projectId).execute()
  return named(new Map(rows.map(({ id, name }) => [id, name])), 'no survey')
}

function named(names: ReadonlyMap<string, string>, none: string): Naming {
  const nameOf = (key: string) => names.get(key) ?? key
  return { nameOf, none, compare: byName(nameOf) }
}
