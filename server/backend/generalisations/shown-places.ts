import { type RawBuilder, sql } from 'kysely'
import type { Grid } from '../../../shared/contracts/generalisations.ts'
import type { Role } from '../../../shared/contracts/projects.ts'
import { placeGrids, stricterGrid } from '../../../shared/geometry/place-grid.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'

/** As much of someone as places depend on. It crosses into threads. */
export interface PlaceViewer {
  /** Null: no member of the project, as whoever opens a file that left the house. */
  role: Role | null
  /** Works blind in the project: marks of others may not show through places either. */
  isBlind: boolean
}

/** Everyone: no member of anything. */
export const thePublic: PlaceViewer = { role: null, isBlind: false }
/** For a file that stays in the house, and for work that shows no place to anybody. */
export const theHouse: PlaceViewer = { role: 'owner', isBlind: false }

const rank: Record<Role, number> = { viewer: 1, editor: 2, owner: 3 }
const rankOf = (role: Role | null) => (role === null ? 0 : rank[role])

/** Something with a place, or whose site has one. */
export interface Placed {
  id: string
  siteId: string | null
}

/** The grid of a thing by its id; null: its place is exact. */
export type GridOf = (placed: Placed) => Grid | null

export interface ShownPlaces {
  /** No rule concerns the viewer: every place is exact. */
  isExact: boolean
  /** The strictest of the rules that concern the viewer, whatever they are about; null: none. */
  strictest: Grid | null
  /** When one of these rules was made or changed last, RFC 3339; null without one. */
  changedAt: string | null
  /** Of these images; the labels on them are looked up once for all. */
  ofMedia(media: readonly Placed[]): Promise<GridOf>
  /** Of every image of the project. */
  ofAllMedia(): Promise<GridOf>
  /** Of sites: the strictest of their images, because those are there. */
  ofSites(): Promise<(siteId: string) => Grid | null>
  /** Of surveys: the strictest of their sites. */
  ofSurveys(): Promise<(surveyId: string) => Grid | null>
  /**
   * SQL: two columns, `media_id` and `grid`, of images that labels on them, or at their site, make sensitive. An image may come
   * more than once.
   */
  ruledMedia: RawBuilder<{ media_id: string; grid: Grid }>
  /** Of all of the project. */
  ofProject: Grid | null
}

/**
 * The one place that decides how positions of a project are shown to someone. A place has the strictest rule of its project and of the
 * labels, with those above them, that stand on its images and were not rejected. An image shares the rule of its site, and a site that of
 * its images: either gives the other away. For who works blind each place has the strictest rule that there is, or a grid would tell of
 * marks. Without a viewer places are as everyone gets them.
 */
// Long: one rule for every way out.
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
  // A rule for a label that is no stricter than that of the project changes nothing.
  const byLabel = rules.filter(({ label_id: label, grid }) => label !== null && stricterGrid(ofProject, grid) !== ofProject)
  const ruled = ruledLabels(db, byLabel)
  const ruledMedia = sql<{ media_id: string; grid: Grid }>`
    (with recursive ruled (id, grid) as (${ruled}), own (media_id, grid) as (
      select annotation.media_id, ruled.grid from ruled cross join annotation
      where annotation.label_id = ruled.id and ${counts} group by annotation.media_id, ruled.grid
    ), at_site (site_id, grid) as (
      select distinct media.site_id, own.grid from own join media on media.id = own.media_id
      where media.site_id is not null and media.removed_at is null
    )
    select media_id, grid from own
    union select media.id, at_site.grid from at_site join media on media.site_id = at_site.site_id)`
  const found = { db, projectId, ruled }
  const none = async () => () => ofProject

  const ofSites = once(async () => strictestBy(await sensitiveSites(found), ofProject))
  const withSite = (ofImage: (id: string) => Grid | null, ofSite: (id: string) => Grid | null) => (placed: Placed) =>
    stricterGrid(ofImage(placed.id), placed.siteId === null ? null : ofSite(placed.siteId))

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
      ? { ofMedia: none, ofAllMedia: none, ofSites: none, ofSurveys: none }
      : {
          async ofMedia(media) {
            const ofSite = media.some(({ siteId }) => siteId !== null) ? await ofSites() : () => ofProject
            return withSite(strictestBy(await sensitiveAmong(db, media, byLabel), ofProject), ofSite)
          },
          ofAllMedia: once(async () => {
            const { rows } = await sql<Found>`select media_id as id, grid from ${ruledMedia} as sensitive`.execute(db)
            const gridOf = strictestBy(rows, ofProject)
            return ({ id }) => gridOf(id)
          }),
          ofSites,
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

/** SQL on `annotation`: it counts for the place of its image. */
const counts = sql<boolean>`annotation.removed_at is null and annotation.review_state <> 'rejected'`

/**
 * The inside of a recursive part `ruled`: labels with a rule, and those below them. Other tables are cross joined with it, so that SQLite
 * begins there: sensitive marks are few.
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

/** Labels on these images, and of each the rules of those above it. */
async function sensitiveAmong(db: Database, media: readonly Placed[], rules: readonly Rule[]): Promise<Found[]> {
  if (media.length === 0) return []
  const asked = jsonItems(
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
      where annotation.media_id in (select item.value ->> 'id' from ${asked}) and annotation.label_id is not null and ${counts}
    ), way (label_id, above_id) as (
      select label.id, label.id from label where label.id in (select label_id from used)
      union select way.label_id, parent.id from way join label on label.id = way.above_id join label as parent on parent.id = label.parent_id
    )
    select used.media_id as id, item.value ->> 'grid' as grid from used join way on way.label_id = used.label_id
    join ${given} on item.value ->> 'id' = way.above_id
    group by 1, 2`.execute(db)
  return rows
}

interface Of {
  db: Database
  projectId: string
  ruled: RawBuilder<unknown>
}

async function sensitiveSites({ db, projectId, ruled }: Of): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with recursive ruled (id, grid) as (${ruled})
    select media.site_id as id, ruled.grid from ruled cross join annotation cross join media
    where annotation.label_id = ruled.id and media.id = annotation.media_id and ${counts} and media.project_id = ${projectId} and media.site_id is not null and media.removed_at is null
    group by media.site_id, ruled.grid`.execute(db)
  return rows
}

async function sitesOfSurveys({ db, projectId }: Of): Promise<{ id: string; surveyId: string | null }[]> {
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

/** How strict a grid is, from 1; 0 for an exact place. */
export const strictnessOf = (grid: Grid | null): number => (grid === null ? 0 : placeGrids.indexOf(grid) + 1)

/** The same of a column. */
export const strictnessIn = (column: string): RawBuilder<number> =>
  sql`(case ${sql.ref(column)} ${sql.join(
    placeGrids.map(grid => sql`when ${sql.lit(grid)} then ${sql.lit(strictnessOf(grid))}`),
    sql` `
  )} end)`
