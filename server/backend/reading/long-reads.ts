import type { TSchema } from 'typebox'
import { aiApi, type SimilarQuery } from '../../../shared/contracts/ai.ts'
import { type CorrectedCoverQuery, correctedCoverApi } from '../../../shared/contracts/corrected-cover.ts'
import { imageQualityApi, type QualityClusterQuery } from '../../../shared/contracts/image-quality.ts'
import { type MapCellsQuery, type MapObservationsQuery, mapApi } from '../../../shared/contracts/map.ts'
import { navigationApi, type PlacementSettings } from '../../../shared/contracts/navigation.ts'
import { publicationApi } from '../../../shared/contracts/publication.ts'
import type { CoverQuery, ResultsQuery, SizesQuery } from '../../../shared/contracts/results.ts'
import { resultsApi } from '../../../shared/contracts/results.ts'
import { type ReviewQuery, reviewApi } from '../../../shared/contracts/review.ts'
import { taxonomyApi } from '../../../shared/contracts/taxonomy.ts'
import type { Filter } from '../../../shared/filters.ts'
import type { KeptVectors } from '../ai/kept-vectors.ts'
import type { Example } from '../ai/similar.ts'
import type { KeptColumns } from '../map/kept-columns.ts'
import type { ViewQuestion } from '../map/view.ts'
import type { ProfileWish } from '../navigation/profile.ts'
import type { ReadyTrack } from '../navigation/ready-track.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'

type Read<Query extends unknown[]> = (db: Database, scope: Scope, ...query: Query) => Promise<unknown>

interface LongRead<Query extends unknown[]> {
  /** Schema of the response. */
  schema: TSchema
  /** Loads the code of the read in the thread that runs it. `memory` persists between the reads of a thread. */
  load(memory: ThreadMemory): Promise<Read<Query>>
}

/** Data that a reader thread keeps between reads. */
export interface ThreadMemory {
  columns: KeptColumns
  vectors: KeptVectors
}

const read = <Query extends unknown[]>(
  { schema }: { schema: { response: { 200: TSchema } } },
  load: (memory: ThreadMemory) => Promise<Read<Query>>
): LongRead<Query> => ({ schema: schema.response[200], load })

/**
 * Reads over a whole project that can run in a thread, by name. Their arguments are the database, the person's scope, and the query. Scope and query
 * are copied into the thread. Reads never write.
 */
export const longReads = {
  abundance: read(resultsApi.abundance, async () => {
    const { abundanceWithAll } = await import('../results/abundance.ts')
    return (db, scope, query: ResultsQuery) => abundanceWithAll(db, scope, query)
  }),
  summary: read(resultsApi.summary, async () => (await import('../results/summary.ts')).summaryOf),
  curves: read(resultsApi.curves, async () => (await import('../results/curves.ts')).curvesOf),
  sizes: read<[SizesQuery]>(resultsApi.sizes, async () => (await import('../results/sizes.ts')).sizesOf),
  cover: read<[CoverQuery]>(resultsApi.cover, async () => (await import('../results/cover.ts')).coverOf),
  correctedCover: read(correctedCoverApi.correctedCover, async () => {
    const { correctedCoverOf } = await import('../results/corrected-cover.ts')
    return (db, scope, query: CorrectedCoverQuery) => correctedCoverOf(db, scope, query)
  }),
  options: read(resultsApi.options, async () => (await import('../results/options.ts')).optionsOf),
  publicationCoverage: read<[]>(publicationApi.coverage, async () => (await import('../publication/coverage.ts')).coverageOf),
  outline: read(taxonomyApi.outline, async () => (await import('../taxonomy/outline.ts')).outlineOf),
  annotationCount: read(reviewApi.count, async () => {
    const { reviewCount } = await import('../annotations/review/pages.ts')
    return async (db, scope, filter: Filter) => ({ count: await reviewCount(db, scope, filter) })
  }),
  annotationPage: read(reviewApi.list, async () => {
    const { reviewPage } = await import('../annotations/review/pages.ts')
    return (db, scope, filter: Filter, query: ReviewQuery) => reviewPage(db, scope, filter, query)
  }),
  annotators: read(reviewApi.annotators, async () => {
    const { annotatorsOf } = await import('../annotations/review/annotators.ts')
    return async (db, scope) => ({ annotators: await annotatorsOf(db, scope) })
  }),
  aiOverview: read<[]>(aiApi.overview, async () => (await import('../ai/labelled.ts')).aiOverviewOf),
  imageQuality: read<[]>(imageQualityApi.summary, async () => (await import('../ai/image-quality.ts')).qualitySummary),
  imageQualityClusters: read(imageQualityApi.clusters, async () => {
    const { clusterPage } = await import('../ai/image-quality.ts')
    return (db, scope, query: QualityClusterQuery) => clusterPage(db, scope, query)
  }),
  aiSimilar: read(aiApi.similar, async ({ vectors }) => {
    const { similarTo } = await import('../ai/similar.ts')
    return (db, scope, example: Example, query: SimilarQuery) => similarTo(db, vectors, scope, example, query)
  }),
  mapPoints: read(mapApi.points, async () => (await import('../map/points.ts')).mapPointsOf),
  mapRows: read(mapApi.rows, async () => (await import('../map/rows.ts')).mapRowsOf),
  mapCells: read(mapApi.cells, async ({ columns }) => {
    const { mapCellsOf } = await import('../map/cells.ts')
    return (db, scope, question: ViewQuestion<MapCellsQuery>) => mapCellsOf(db, columns, scope, question)
  }),
  mapMarks: read(mapApi.marks, async ({ columns }) => {
    const { mapMarksOf } = await import('../map/marks.ts')
    return (db, scope, question: ViewQuestion) => mapMarksOf(db, columns, scope, question)
  }),
  mapHistograms: read(mapApi.histograms, async ({ columns }) => {
    const { mapHistogramsOf } = await import('../map/histograms.ts')
    return (db, scope, question: ViewQuestion) => mapHistogramsOf(db, columns, scope, question)
  }),
  mapObservations: read(mapApi.observations, async ({ columns }) => {
    const { mapObservationsOf } = await import('../map/observation-rows.ts')
    return (db, scope, question: ViewQuestion<MapObservationsQuery>) => mapObservationsOf(db, columns, scope, question)
  }),
  mapFeatures: read(mapApi.features, async ({ columns }) => {
    const { mapFeaturesOf } = await import('../map/features.ts')
    return (db, scope, question: ViewQuestion) => mapFeaturesOf(db, columns, scope, question)
  }),
  trackProfile: read(navigationApi.profile, async () => {
    const { profileOf } = await import('../navigation/profile.ts')
    return (db, _scope, track: ReadyTrack, wish: ProfileWish) => profileOf(db, track, wish)
  }),
  trackLines: read(navigationApi.lines, async () => (await import('../navigation/track-lines.ts')).linesSeenBy),
  placementPreview: read(navigationApi.preview, async () => {
    const { placementPreview } = await import('../navigation/preview.ts')
    return (db, _scope, track: ReadyTrack, settings: PlacementSettings) => placementPreview(db, track, settings)
  })
}

export type ReadName = keyof typeof longReads

/** Reads from in-memory columns or vectors. These reads share a single thread, which keeps the data in memory. */
export const columnReads: readonly ReadName[] = ['mapCells', 'mapMarks', 'mapHistograms', 'mapObservations', 'mapFeatures', 'aiSimilar']

/** Arguments of a read, apart from the database and the scope. */
export type QueryOf<Name extends ReadName> = (typeof longReads)[Name] extends LongRead<infer Query> ? Query : never

/** Read to be run in a thread. */
export interface ReadTask {
  name: ReadName
  scope: Scope
  query: unknown[]
}

/** Runs a read in the current thread. @returns a response that follows the contract of the read */
export async function readNow(db: Database, memory: ThreadMemory, { name, scope, query }: ReadTask): Promise<unknown> {
  const { load } = longReads[name] as LongRead<unknown[]>
  const read = await load(memory)
  return read(db, scope, ...query)
}
