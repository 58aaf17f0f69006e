import { sql } from 'kysely'
import type { ProjectOverview } from '../../../shared/contracts/projects.ts'
import { NotFound } from '../../lib/errors.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import type { Database } from '../storage/database.ts'
import type { Sight } from './scope.ts'

/** Maximum number of depth bands in an overview. */
const depthBands = 12

/** Computes the overview of a project's media. */
// Long: the queries of one noun.
export function overviewRepository(db: Database) {
  const mediaOf = (projectId: string) => db.selectFrom('media').where('project_id', '=', projectId).where('removed_at', 'is', null)

  async function depthCounts(
    projectId: string,
    shallowest: number,
    deepest: number,
    leastWidth: number
  ): Promise<ProjectOverview['depthCounts']> {
    const width = Math.max(leastWidth, bandWidth(shallowest, deepest, depthBands))
    const rows = await mediaOf(projectId)
      .select(({ fn }) => [sql<number>`floor(depth_in_meters / ${sql.lit(width)})`.as('band'), fn.countAll<number>().as('count')])
      .where('depth_in_meters', 'is not', null)
      .groupBy('band')
      .orderBy('band')
      .execute()
    const counts = new Map(rows.map(row => [row.band, row.count]))
    const first = Math.floor(shallowest / width)
    const last = Math.floor(deepest / width)
    return Array.from({ length: last - first + 1 }, (_, index) => {
      const band = first + index
      return { fromMeters: tidy(band * width), toMeters: tidy((band + 1) * width), count: counts.get(band) ?? 0 }
    })
  }

  return {
    /** Computes the overview. Viewers who may not see exact places get depths in whole metres. @throws NotFound */
    async of({ projectId, places }: Sight): Promise<ProjectOverview> {
      const { isExact } = await shownPlaces(db, projectId, places)
      const project = await db.selectFrom('project').select(['media_count', 'media_bytes']).where('id', '=', projectId).executeTakeFirst()
      if (!project) throw new NotFound('The project')
      const facts = await mediaOf(projectId)
        .select(({ fn }) => [
          fn.count<number>('decimal_latitude').as('placed'),
          fn.count<number>('event_date').as('dated'),
          fn.min('event_date').as('earliest'),
          fn.max('event_date').as('latest'),
          fn.min('depth_in_meters').as('shallowest'),
          fn.max('depth_in_meters').as('deepest')
        ])
        .executeTakeFirstOrThrow()
      const shallowest = !isExact && facts.shallowest !== null ? Math.floor(facts.shallowest) : facts.shallowest
      const deepest = !isExact && facts.deepest !== null ? Math.ceil(facts.deepest) : facts.deepest
      const leastWidth = isExact ? 0 : 1
      return {
        mediaCount: project.media_count,
        mediaBytes: project.media_bytes,
        placedCount: facts.placed,
        datedCount: facts.dated,
        earliestEventDate: facts.earliest,
        latestEventDate: facts.latest,
        minimumDepthInMeters: shallowest,
        maximumDepthInMeters: deepest,
        depthCounts: shallowest === null || deepest === null ? [] : await depthCounts(projectId, shallowest, deepest, leastWidth)
      }
    },

    /** Returns whether an image belongs to the project, and may therefore be its cover. */
    async hasMedia({ projectId }: Sight, mediaId: string): Promise<boolean> {
      const row = await mediaOf(projectId).select('id').where('id', '=', mediaId).executeTakeFirst()
      return row !== undefined
    }
  }
}

/** Returns the width of the depth bands in metres: the smallest of 0.1, 0.2, 0.5, 1, 2, 5, 10, … that needs at most `bands` bands. */
export function bandWidth(shallowest: number, deepest: number, bands: number): number {
  for (let power = 0.1; ; power *= 10) {
    for (const step of [1, 2, 5]) {
      const width = tidy(step * power)
      if (Math.floor(deepest / width) - Math.floor(shallowest / width) < bands) return width
    }
  }
}

/** Removes floating-point rounding errors: 0.30000000000000004 becomes 0.3. */
const tidy = (meters: number) => Number(meters.toFixed(6))
