import { type RawBuilder, sql } from 'kysely'
import type { Grid } from '../../../shared/contracts/generalisations.ts'
import type { Role } from '../../../shared/contracts/projects.ts'
import { placeGrids, stricterGrid } from '../../../shared/geometry/place-grid.ts'
import { breathe } from '../../lib/breathe.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import {
  allNamedObservations,
  type GridOfNames,
  gridsByName,
  isAmong,
  type Named,
  namedObservations,
  namedRecords,
  type Ruled,
  sitesByName
} from './grids-by-name.ts'

/** Facts about a viewer that determine how precisely places are shown. Plain data, which can be passed to worker threads. */
export interface PlaceViewer {
  /** Role in the project; null for other people, such as readers of an exported file. */
  role: Role | null
  /** Whether the viewer works blind, so that places must not reveal other people's annotations. */
  isBlind: boolean
}

/** Viewer for public files, without a role in the project. */
export const thePublic: PlaceViewer = { role: null, isBlind: false }
/** Viewer for internal files, and for jobs that do not show places. Every place is exact. */
export const theHouse: PlaceViewer = { role: 'owner', isBlind: false }

const rank: Record<Role, number> = { viewer: 1, editor: 2, owner: 3 }
const rankOf = (role: Role | null) => (role === null ? 0 : rank[role])

/** Image or other item that has a place, or a site with a place. */
export interface Placed {
  id: string
  siteId: string | null
}

/** Returns the grid of an item; null for an exact place. */
export type GridOf = (placed: Placed) => Grid | null
type GridOfId = (id: string) => Grid | null

export interface ShownPlaces {
  /** Whether no rule applies to the viewer, so that every place is exact. */
  isExact: boolean
  /** Strictest grid of all rules that apply to the viewer, whatever their label; null if none applies. */
  strictest: Grid | null
  /** Time of the last change to these rules, RFC 3339; null if none applies. */
  changedAt: string | null
  /** Grids of the given images. Their labels are looked up together. */
  ofMedia(media: readonly Placed[]): Promise<GridOf>
  /** Grids of every image of the project. */
  ofAllMedia(): Promise<GridOf>
  /** Grids of sites: the strictest grid of their images and observations. */
  ofSites(): Promise<GridOfId>
  /** Grids of the given observations: the strictest grid of their taxon, their site, and the image with the same organism. */
  ofObservations(ids: readonly string[]): Promise<GridOfId>
  /** Grids of every observation of the project. */
  ofAllObservations(): Promise<GridOfId>
  /** Grids of the given outside records: the strictest grid of the taxa that they name, and of their observations. */
  ofRecords(ids: readonly string[]): Promise<GridOfId>
  /** Grids of surveys: the strictest grid of their sites. */
  ofSurveys(): Promise<GridOfId>
  /**
   * Returns an SQL subquery for the images that are sensitive because of labels on them or at their site. Its columns are `media_id` and
   * `grid`. An image may appear more than once.
   */
  ruledMedia(): Promise<RawBuilder<{ media_id: string; grid: Grid }>>
  /** Grid for the whole project; null if there is none. */
  ofProject: Grid | null
}

/**
 * Determines how precisely a viewer gets the positions in a project. No other code decides this. The strictest rule for the project and for
 * the labels on the images applies. Rules for ancestor labels also apply, and rejected annotations do not count. Images, observations and
 * their site share their rules, because each would reveal the place of the others. For observations and outside records, the taxa that they
 * name count too. For blind members, the strictest rule applies to all places, because different grids would reveal annotations. Without a
 * viewer, the result is for the public.
 */
// Long: the single place that decides how places are shown.
export async function shownPlaces(db: Database, projectId: string, { role, isBlind }: PlaceViewer = thePublic): Promise<ShownPlaces> {
  const all = await db
    .selectFrom('generalisation')
    .select(['label_id', 'grid', 'from_role', 'modified_at'])
    .where('project_id', '=', projectId)
    .execute()
  const rules = all.filter(rule => rankOf(role) < rank[rule.from_role])
  const strictest = rules.map(({ grid }) => grid).reduce(stricterGrid, null)
  const own = rules.filter(({ label_id: label }) => label === null).map(({ grid }) => grid)
  const ofProject = isBlind ? strictest : own.reduce(stricterGrid, null)
  // A rule for a label has an effect only if it is stricter than the rule for the project.
  const byLabel = rules.filter(({ label_id: label, grid }) => label !== null && stricterGrid(ofProject, grid) !== ofProject)
  const ruled = ruledLabels(db, byLabel)
  const found: Ruled = { db, projectId, ruled }
  const gridOfNames = once(() => gridsByName(found))
  const ruledMedia = async () => sql<{ media_id: string; grid: Grid }>`
    (with recursive ruled (id, grid) as (${ruled}), own (media_id, grid) as (
      select annotation.media_id, ruled.grid from ruled cross join annotation
      where annotation.label_id = ruled.id and ${counts} group by annotation.media_id, ruled.grid
    ), at_site (site_id, grid) as (
      select media.site_id, own.grid from own join media on media.id = own.media_id
      where media.site_id is not null and media.removed_at is null
      union ${sitesOfObservations(found, byLabel.length === 0 ? [] : await sitesByName(found, gridOfNames))}
    )
    select media_id, grid from own
    union select media.id, at_site.grid from at_site join media on media.site_id = at_site.site_id)`
  const none = async () => () => ofProject

  const ofSites = once(async () => strictestBy(await sensitiveSites(found, gridOfNames), ofProject))
  async function ofSitesAmong(given: readonly (string | null)[]): Promise<GridOfId> {
    const ids = [...new Set(given.filter(id => id !== null))]
    return strictestBy(ids.length === 0 ? [] : await sensitiveSites(found, gridOfNames, ids), ofProject)
  }
  const withSite = (ofImage: (id: string) => Grid | null, ofSite: (id: string) => Grid | null) => (placed: Placed) =>
    stricterGrid(ofImage(placed.id), placed.siteId === null ? null : ofSite(placed.siteId))
  async function gridsOfNamed(named: readonly Named[], ofSite: GridOfId): Promise<Found[]> {
    const ofNames = await gridOfNames()
    const images = named.flatMap(({ image_id: id, image_site_id: siteId }) => (id === null ? [] : [{ id, siteId }]))
    const ofImage = withSite(strictestBy(await sensitiveAmong(db, images, byLabel), null), ofSite)
    const gridOf = ({ image_id: id, image_site_id: siteId, ...each }: Named) =>
      [ofNames(each), each.site_id === null ? null : ofSite(each.site_id), id === null ? null : ofImage({ id, siteId })].reduce(
        stricterGrid
      )
    return named.map(each => ({ id: each.id, grid: gridOf(each) })).filter(({ grid }) => stricterGrid(ofProject, grid) !== ofProject)
  }
  const ofNamedAndTheirSites = async (named: readonly Named[]) =>
    strictestBy(await gridsOfNamed(named, await ofSitesAmong(named.flatMap(each => [each.site_id, each.image_site_id]))), ofProject)

  return {
    isExact: rules.length === 0,
    strictest,
    changedAt:
      rules
        .map(({ modified_at: at }) => at)
        .toSorted()
        .at(-1) ?? null,
    ofProject,
    ruledMedia,
    ...(byLabel.length === 0
      ? { ofMedia: none, ofAllMedia: none, ofSites: none, ofObservations: none, ofAllObservations: none, ofRecords: none, ofSurveys: none }
      : {
          async ofMedia(media) {
            const ofSite = await ofSitesAmong(media.map(({ siteId }) => siteId))
            return withSite(strictestBy(await sensitiveAmong(db, media, byLabel), ofProject), ofSite)
          },
          ofAllMedia: once(async () => {
            const { rows } = await sql<Found>`select media_id as id, grid from ${await ruledMedia()} as sensitive`.execute(db)
            const gridOf = strictestBy(rows, ofProject)
            return ({ id }) => gridOf(id)
          }),
          ofSites,
          ofObservations: async ids => ofNamedAndTheirSites(await namedObservations(found, ids)),
          ofAllObservations: once(async () => {
            const [ofSite, sensitive]: [GridOfId, Found[]] = [await ofSites(), []]
            for await (const page of allNamedObservations(found)) {
              for (const each of await gridsOfNamed(page, ofSite)) sensitive.push(each)
              await breathe()
            }
            return strictestBy(sensitive, ofProject)
          }),
          ofRecords: async ids => ofNamedAndTheirSites(await namedRecords(found, ids)),
          ofSurveys: once(async () => {
            const [ofSite, sites] = [await ofSites(), await sitesOfSurveys(found)]
            return strictestBy(
              sites.flatMap(({ id, surveyId }) => ({ id: surveyId ?? '', grid: ofSite(id) })),
              ofProject
            )
          })
        })
  }
}

interface Rule {
  label_id: string | null
  grid: Grid
}

interface Found {
  id: string
  grid: Grid | null
}

/** SQL condition on `annotation` that is true if rules for its label apply to the place of its image. */
const counts = sql<boolean>`annotation.removed_at is null and annotation.review_state <> 'rejected'`

/**
 * Body of the recursive SQL query `ruled`: labels with a rule, and their descendants. Other tables are cross joined with it, so that SQLite
 * starts from the few sensitive labels.
 */
function ruledLabels(db: Database, rules: readonly Rule[]): RawBuilder<unknown> {
  const given = jsonItems(
    db,
    rules.map(({ label_id: id, grid }) => ({ id, grid }))
  )
  return sql`
    select label.id, item.value ->> 'grid' from ${given} join label on label.id = item.value ->> 'id'
    union select label.id, ruled.grid from ruled join label on label.parent_id = ruled.id`
}

/** Returns the subset of the given images that have sensitive labels, with the grids of the rules for these labels. */
async function sensitiveAmong(db: Database, media: readonly Placed[], rules: readonly Rule[]): Promise<Found[]> {
  if (media.length === 0) return []
  const listed = jsonItems(
    db,
    media.map(({ id }) => ({ id }))
  )
  const given = jsonItems(
    db,
    rules.map(({ label_id: id, grid }) => ({ id, grid }))
  )
  const { rows } = await sql<Found>`
    with recursive used as (
      select distinct annotation.media_id, annotation.label_id from annotation
      where annotation.media_id in (select item.value ->> 'id' from ${listed}) and annotation.label_id is not null and ${counts}
    ), way (label_id, above_id) as (
      select label.id, label.id from label where label.id in (select label_id from used)
      union select way.label_id, parent.id from way join label on label.id = way.above_id join label as parent on parent.id = label.parent_id
    )
    select used.media_id as id, item.value ->> 'grid' as grid from used join way on way.label_id = used.label_id
    join ${given} on item.value ->> 'id' = way.above_id
    group by 1, 2`.execute(db)
  return rows
}

/**
 * Reads the sensitive sites, with their grids: all of the project, or those among the given ones. The statement starts from the sensitive labels,
 * because a site may have many images and observations.
 */
async function sensitiveSites(of: Ruled, gridOfNames: () => Promise<GridOfNames>, siteIds?: readonly string[]): Promise<Found[]> {
  const { db, projectId, ruled } = of
  const { rows } = await sql<Found>`
    with recursive ruled (id, grid) as (${ruled})
    select media.site_id as id, ruled.grid from ruled cross join annotation cross join media
    where annotation.label_id = ruled.id and media.id = annotation.media_id and ${counts} and media.project_id = ${projectId}
      and ${isAmong(db, sql`(media.site_id || '')`, siteIds)} and media.removed_at is null
    group by media.site_id, ruled.grid
    union ${sitesOfObservations(of, await sitesByName(of, gridOfNames, siteIds), siteIds)}`.execute(db)
  return rows
}

/**
 * SQL query for the sites of sensitive observations, to be used in a query that defines `ruled`. A site would reveal the place of its
 * observations. @param byName sites of observations that are sensitive because of their taxon names
 */
const sitesOfObservations = ({ db, projectId }: Ruled, byName: readonly Found[], siteIds?: readonly string[]) => sql`
  select observation.site_id, ruled.grid from ruled cross join observation
  where observation.label_id = ruled.id and observation.project_id = ${projectId} and ${isAmong(db, sql`(observation.site_id || '')`, siteIds)}
    and observation.removed_at is null
  union select item.value ->> 'id', item.value ->> 'grid' from ${jsonItems(db, [...byName])}`

async function sitesOfSurveys({ db, projectId }: Ruled): Promise<{ id: string; surveyId: string | null }[]> {
  return db
    .selectFrom('site')
    .select(['id', 'survey_id as surveyId'])
    .where('project_id', '=', projectId)
    .where('survey_id', 'is not', null)
    .execute()
}

function strictestBy(found: readonly Found[], atLeast: Grid | null): (id: string) => Grid | null {
  const grids = new Map<string, Grid | null>()
  for (const { id, grid } of found) grids.set(id, stricterGrid(grids.get(id) ?? atLeast, grid))
  return id => grids.get(id) ?? atLeast
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** Strictness of a grid, from 1 (finest); 0 for an exact place. */
export const strictnessOf = (grid: Grid | null): number => (grid === null ? 0 : placeGrids.indexOf(grid) + 1)

/** SQL expression for the strictness of the grid in a column. */
export const strictnessIn = (column: string): RawBuilder<number> =>
  sql`(case ${sql.ref(column)} ${sql.join(
    placeGrids.map(grid => sql`when ${sql.lit(grid)} then ${sql.lit(strictnessOf(grid))}`),
    sql` `
  )} end)`
