import type { TSchema } from 'typebox'
import { mapApi } from '../../../shared/contracts/map.ts'
import { navigationApi, type PlacementSettings } from '../../../shared/contracts/navigation.ts'
import { publicationApi } from '../../../shared/contracts/publication.ts'
import type { CoverQuery, ResultsQuery, SizesQuery } from '../../../shared/contracts/results.ts'
import { resultsApi } from '../../../shared/contracts/results.ts'
import { reviewApi } from '../../../shared/contracts/review.ts'
import { taxonomyApi } from '../../../shared/contracts/taxonomy.ts'
import type { Filter } from '../../../shared/filters.ts'
import type { ProfileWish } from '../navigation/profile.ts'
import type { ReadyTrack } from '../navigation/ready-track.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'

type Read<Asked extends unknown[]> = (db: Database, scope: Scope, ...asked: Asked) => Promise<unknown>

interface LongRead<Asked extends unknown[]> {
  /** Of the answer. */
  schema: TSchema
  /** Loaded by whoever does the read. */
  load(): Promise<Read<Asked>>
}

const read = <Asked extends unknown[]>(
  { schema }: { schema: { response: { 200: TSchema } } },
  load: () => Promise<Read<Asked>>
): LongRead<Asked> => ({ schema: schema.response[200], load })

/**
 * Reads that go over all of a project, by name: what a thread can be asked for. They get the database, the project as
 * the person sees it, and what was asked, which are copied into the thread; they write nothing.
 */
export const longReads = {
  abundance: read(resultsApi.abundance, async () => {
    const { abundanceOf } = await import('../results/abundance.ts')
    return (db, scope, query: ResultsQuery) => abundanceOf(db, scope, query)
  }),
  summary: read(resultsApi.summary, async () => (await import('../results/summary.ts')).summaryOf),
  curves: read(resultsApi.curves, async () => (await import('../results/curves.ts')).curvesOf),
  sizes: read<[SizesQuery]>(resultsApi.sizes, async () => (await import('../results/sizes.ts')).sizesOf),
  cover: read<[CoverQuery]>(resultsApi.cover, async () => (await import('../results/cover.ts')).coverOf),
  options: read(resultsApi.options, async () => (await import('../results/options.ts')).optionsOf),
  publicationCoverage: read<[]>(publicationApi.coverage, async () => (await import('../publication/coverage.ts')).coverageOf),
  outline: read(taxonomyApi.outline, async () => (await import('../taxonomy/outline.ts')).outlineOf),
  annotationCount: read(reviewApi.count, async () => {
    const { reviewCount } = await import('../annotations/review/pages.ts')
    return async (db, scope, filter: Filter) => ({ count: await reviewCount(db, scope, filter) })
  }),
  annotators: read(reviewApi.annotators, async () => {
    const { annotatorsOf } = await import('../annotations/review/annotators.ts')
    return async (db, scope) => ({ annotators: await annotatorsOf(db, scope) })
  }),
  mapPoints: read(mapApi.points, async () => (await import('../map/points.ts')).mapPointsOf),
  mapRows: read(mapApi.rows, async () => (await import('../map/rows.ts')).mapRowsOf),
  trackProfile: read(navigationApi.profile, async () => {
    const { profileOf } = await import('../navigation/profile.ts')
    return (db, _scope, track: ReadyTrack, wish: ProfileWish) => profileOf(db, track, wish)
  }),
  placementPreview: read(navigationApi.preview, async () => {
    const { placementPreview } = await import('../navigation/preview.ts')
    return (db, _scope, track: ReadyTrack, settings: PlacementSettings) => placementPreview(db, track, settings)
  })
}

export type ReadName = keyof typeof longReads

/** What a read is asked besides its project as it is seen. */
export type AskedOf<Name extends ReadName> = (typeof longReads)[Name] extends LongRead<infer Asked> ? Asked : never

/** One read, as it crosses into a thread. */
export interface ReadTask {
  name: ReadName
  scope: Scope
  asked: unknown[]
}

/** @returns an answer as the contract of the read says */
export async function readNow(db: Database, { name, scope, asked }: ReadTask): Promise<unknown> {
  const { load } = longReads[name] as LongRead<unknown[]>
  const read = await load()
  return read(db, scope, ...asked)
}
