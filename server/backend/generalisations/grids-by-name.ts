import { type RawBuilder, sql } from 'kysely'
import type { Grid } from '../../../shared/contracts/generalisations.ts'
import { stricterGrid } from '../../../shared/geometry/place-grid.ts'
import type { Database } from '../storage/database.ts'
import { amongIds } from '../storage/json-items.ts'
import { aphiaIdOf, nameKey } from '../taxonomy/names.ts'

export interface Ruled {
  db: Database
  projectId: string
  /** Body of the recursive SQL query `ruled`: labels with a rule, and their descendants. */
  ruled: RawBuilder<unknown>
}

/** Columns of an observation or outside record that may name its taxon. */
interface Names {
  label_id: string | null
  verbatim_identification: string | null
  title: string | null
  aphia_id: number | null
  /** JSON of the record's fields; null without a record. */
  fields: string | null
}

/** Observation or outside record with its names. */
export interface Named extends Names {
  id: string
  site_id: string | null
  /** Image of the annotation of the same organism, and its site; null without one. */
  image_id: string | null
  image_site_id: string | null
}

export type GridOfNames = (names: Names) => Grid | null

/** Maximum length of a field that is treated as a possible taxon name. */
const longestName = 200

/**
 * Creates a lookup of the strictest grid for an observation or outside record, by the identifiers and names of labels. A taxon that a
 * record names, or under which it is classified, counts like the label of that taxon.
 */
export async function gridsByName({ db, ruled }: Ruled): Promise<GridOfNames> {
  const { rows } = await sql<{ id: string; name_key: string; scientific_name: string | null; lsid: string | null; grid: Grid }>`
    with recursive ruled (id, grid) as (${ruled})
    select label.id, label.name_key, label.scientific_name, label.scientific_name_id as lsid, ruled.grid
    from ruled cross join label where label.id = ruled.id`.execute(db)
  const grids = new Map<string, Grid | null>()
  for (const { id, name_key: name, scientific_name: scientific, lsid, grid } of rows)
    for (const key of [
      `label ${id}`,
      `name ${name}`,
      ...(scientific ? [`name ${nameKey(scientific)}`, `taxon ${nameKey(scientific)}`] : []),
      ...(lsid ? [`aphia ${aphiaIdOf(lsid)}`] : [])
    ])
      grids.set(key, stricterGrid(grids.get(key) ?? null, grid))
  return names => keysOf(names).reduce<Grid | null>((grid, key) => stricterGrid(grid, grids.get(key) ?? null), null)
}

/** Lookup keys of the labels that may apply to an observation or record. The first two words of a name are its genus and species. */
function keysOf({ label_id: labelId, verbatim_identification: verbatim, title, aphia_id: aphiaId, fields }: Names): string[] {
  const names = [verbatim, title].filter(name => name !== null)
  const texts = Object.values(JSON.parse(fields ?? '{}')).filter(value => typeof value === 'string' && value.length <= longestName)
  return [
    ...(labelId === null ? [] : [`label ${labelId}`]),
    ...(aphiaId === null ? [] : [`aphia ${aphiaId}`]),
    ...[...names, ...(texts as string[])].map(name => `name ${nameKey(name)}`),
    ...names.flatMap(name => {
      const [genus = '', species = ''] = nameKey(name).split(' ')
      return [`taxon ${genus}`, `taxon ${genus} ${species}`]
    })
  ]
}

const observations = ({ db, projectId }: Ruled) =>
  db
    .selectFrom('observation')
    .leftJoin('scraped_record as record', 'record.id', 'observation.record_id')
    .leftJoin('scraped_version as version', join =>
      join.onRef('version.record_id', '=', 'record.id').onRef('version.number', '=', 'record.version')
    )
    .leftJoin('annotation', 'annotation.id', 'observation.annotation_id')
    .leftJoin('media', 'media.id', 'annotation.media_id')
    .select(['observation.id', 'observation.site_id', 'observation.label_id', 'observation.verbatim_identification'])
    .select(['record.title', 'record.aphia_id', 'version.fields', 'media.id as image_id', 'media.site_id as image_site_id'])
    .where('observation.project_id', '=', projectId)

/** Reads the given observations of a project. */
export const namedObservations = (of: Ruled, ids: readonly string[]): Promise<Named[]> =>
  observations(of).where('observation.id', 'in', amongIds(of.db, ids)).execute()

/** Number of observations read at once. With the fields of their records, they take a few megabytes. */
const observationsAtOnce = 5_000

/** Reads the observations of a project that are not deleted, in pages, so that memory does not grow with the project. */
export async function* allNamedObservations(of: Ruled): AsyncGenerator<Named[]> {
  for (let last = '', isLast = false; !isLast; ) {
    const page = await observations(of)
      .where('observation.removed_at', 'is', null)
      .where('observation.id', '>', last)
      .orderBy('observation.id')
      .limit(observationsAtOnce)
      .execute()
    last = page.at(-1)?.id ?? last
    isLast = page.length < observationsAtOnce
    yield page
  }
}

/** SQL condition that is true for the given sites; without them, for every site. */
export const isAmong = (db: Database, siteId: RawBuilder<string | null>, siteIds: readonly string[] | undefined): RawBuilder<boolean> =>
  siteIds === undefined ? sql`${siteId} is not null` : sql`${siteId} in ${amongIds(db, siteIds)}`

/**
 * Reads the observations at sites whose taxon is also named by words. A label alone does not show whether these are sensitive. Observations of the
 * team that share a site, a label and a name are one row, because a site has many observations of few taxa.
 */
async function namedAtSites(of: Ruled, siteIds?: readonly string[]): Promise<(Names & Pick<Named, 'site_id'>)[]> {
  const isAtSite = isAmong(of.db, sql`observation.site_id`, siteIds)
  const ofTeam = await of.db
    .selectFrom('observation')
    .select(['label_id', 'verbatim_identification', sql<string | null>`(site_id || '')`.as('site_id')]) // not as a column, which would lead through all sites
    .distinct()
    .where('project_id', '=', of.projectId)
    .where(isAtSite)
    .where('removed_at', 'is', null)
    .where('verbatim_identification', 'is not', null)
    .where('record_id', 'is', null)
    .execute()
  const ofRecords = await observations(of)
    .where(isAtSite)
    .where('observation.removed_at', 'is', null)
    .where(sql<boolean>`(observation.record_id || '') is not null`) // not as a column, which would lead through the observations of all records
    .execute()
  return [...ofTeam.map(names => ({ ...names, title: null, aphia_id: null, fields: null })), ...ofRecords]
}

/**
 * Reads the sites of observations that are sensitive because of their taxon names, each with its grid.
 * @param siteIds sites to consider; all of the project by default
 */
export async function sitesByName(
  of: Ruled,
  gridOfNames: () => Promise<GridOfNames>,
  siteIds?: readonly string[]
): Promise<{ id: string; grid: Grid }[]> {
  const named = await namedAtSites(of, siteIds)
  if (named.length === 0) return []
  const gridOf = await gridOfNames()
  return named.flatMap(each => {
    const grid = gridOf(each)
    return grid === null || each.site_id === null ? [] : [{ id: each.site_id, grid }]
  })
}

/** Reads the outside records, each with the label and the site of its observation. */
export const namedRecords = ({ db, projectId }: Ruled, ids: readonly string[]): Promise<Named[]> =>
  db
    .selectFrom('scraped_record as record')
    .leftJoin('scraped_version as version', join =>
      join.onRef('version.record_id', '=', 'record.id').onRef('version.number', '=', 'record.version')
    )
    .leftJoin('observation', 'observation.record_id', 'record.id')
    .select(['record.id', 'observation.site_id', 'observation.label_id', 'observation.verbatim_identification'])
    .select(['record.title', 'record.aphia_id', 'version.fields'])
    .select([sql<null>`null`.as('image_id'), sql<null>`null`.as('image_site_id')])
    .where(sql<boolean>`record.project_id || '' = ${projectId}`) // not as a column, which would lead through all records of the project
    .where('record.id', 'in', amongIds(db, ids))
    .execute()
