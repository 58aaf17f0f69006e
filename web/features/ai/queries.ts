import { type InfiniteData, infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type {
  AiRun,
  Doubt,
  RunDraft,
  SimilarQuery,
  Suggestion,
  SuggestionDecision,
  SuggestionDecisionDraft,
  SuggestionQuery,
  SuggestionState
} from '../../../shared/contracts/ai.ts'
import type { ModelTestQuery } from '../../../shared/contracts/ai-models.ts'
import type { QualityImageQuery } from '../../../shared/contracts/image-quality.ts'
import { call } from '../../api/call.ts'

export const aiKeys = {
  all: ['ai'] as const,
  overview: (projectId: string) => ['ai', 'overview', projectId] as const,
  runs: (projectId: string) => ['ai', 'runs', projectId] as const,
  run: (runId: string) => ['ai', 'run', runId] as const,
  suggestions: (runId: string) => ['ai', 'suggestions', runId] as const,
  models: (projectId: string) => ['ai', 'models', projectId] as const,
  model: (id: string) => ['ai', 'model', id] as const
}

/** Polling interval during a run, in milliseconds. */
const pollMs = 1000
export const isUnderWay = ({ state }: Pick<AiRun, 'state'>): boolean => state === 'waiting' || state === 'running'

export const overviewOf = (projectId: string) =>
  queryOptions({
    queryKey: aiKeys.overview(projectId),
    queryFn: ({ signal }) => call('GET /projects/:projectId/ai', { params: { projectId }, signal }),
    staleTime: 10_000
  })

export const runsOf = (projectId: string) =>
  queryOptions({
    queryKey: aiKeys.runs(projectId),
    queryFn: async ({ signal }) => (await call('GET /projects/:projectId/ai/runs', { params: { projectId }, signal })).items,
    staleTime: 5000,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? pollMs : false)
  })

export const runWith = (aiRunId: string) =>
  queryOptions({
    queryKey: aiKeys.run(aiRunId),
    queryFn: ({ signal }) => call('GET /ai/runs/:aiRunId', { params: { aiRunId }, signal }),
    staleTime: 2000,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? pollMs : false)
  })

export type SuggestionPages = InfiniteData<{ items: Suggestion[]; nextCursor: string | null }, string>

export const suggestionsOf = (aiRunId: string, filter: Pick<SuggestionQuery, 'state' | 'labelId' | 'least' | 'order'>) =>
  infiniteQueryOptions({
    queryKey: [...aiKeys.suggestions(aiRunId), filter],
    queryFn: ({ pageParam, signal }) =>
      call('GET /ai/runs/:aiRunId/suggestions', {
        params: { aiRunId },
        query: { ...filter, limit: 100, ...(pageParam && { cursor: pageParam }) },
        signal
      }),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor ?? undefined,
    staleTime: 30_000,
    refetchOnWindowFocus: false // the grid keeps its order when a person returns to the window
  })

/** Query for the suspect labels of a check. The query key begins like that of a run's suggestions, so that decisions update both in place. */
export const doubtsOf = (aiRunId: string, state: SuggestionState) =>
  infiniteQueryOptions({
    queryKey: [...aiKeys.suggestions(aiRunId), 'doubts', state],
    queryFn: ({ pageParam, signal }): Promise<{ items: Doubt[]; nextCursor: string | null }> =>
      call('GET /ai/runs/:aiRunId/doubts', {
        params: { aiRunId },
        query: { state, limit: 30, ...(pageParam && { cursor: pageParam }) },
        signal
      }),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor ?? undefined,
    staleTime: 30_000,
    refetchOnWindowFocus: false // the list keeps its order when a person returns to the window
  })

export const similarTo = (annotationId: string, query: SimilarQuery) =>
  queryOptions({
    queryKey: ['ai', 'similar', annotationId, query],
    queryFn: ({ signal }) => call('GET /annotations/:annotationId/similar', { params: { annotationId }, query, signal }),
    staleTime: 10_000
  })

const qualityKey = (projectId: string) => ['ai', 'quality', projectId] as const

export const qualityOf = (projectId: string) =>
  queryOptions({
    queryKey: [...qualityKey(projectId), 'summary'],
    queryFn: ({ signal }) => call('GET /projects/:projectId/ai/quality', { params: { projectId }, signal }),
    staleTime: 10_000
  })

export const qualityClustersOf = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: [...qualityKey(projectId), 'clusters'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /projects/:projectId/ai/quality/clusters', {
        params: { projectId },
        query: { ...(pageParam && { cursor: pageParam }) },
        signal
      }),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor ?? undefined,
    staleTime: 30_000
  })

export const qualityImagesOf = (projectId: string, filter: Pick<QualityImageQuery, 'show' | 'clusterId'>) =>
  infiniteQueryOptions({
    queryKey: [...qualityKey(projectId), 'images', filter],
    queryFn: ({ pageParam, signal }) =>
      call('GET /projects/:projectId/ai/quality/images', {
        params: { projectId },
        query: { ...filter, ...(pageParam && { cursor: pageParam }) },
        signal
      }),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor ?? undefined,
    staleTime: 30_000
  })

export const modelsOf = (projectId: string) =>
  queryOptions({
    queryKey: aiKeys.models(projectId),
    queryFn: async ({ signal }) => (await call('GET /projects/:projectId/ai/models', { params: { projectId }, signal })).items,
    staleTime: 10_000
  })

export const modelWith = (modelVersionId: string) =>
  queryOptions({
    queryKey: aiKeys.model(modelVersionId),
    queryFn: ({ signal }) => call('GET /ai/models/:modelVersionId', { params: { modelVersionId }, signal }),
    staleTime: 300_000
  })

/** Query for the tested labels of one cell of a confusion matrix. */
export const testedOf = (modelVersionId: string, cell: Pick<ModelTestQuery, 'labelId' | 'predictedId'>) =>
  infiniteQueryOptions({
    queryKey: [...aiKeys.model(modelVersionId), 'tested', cell],
    queryFn: ({ pageParam, signal }) =>
      call('GET /ai/models/:modelVersionId/tested', {
        params: { modelVersionId },
        query: { ...cell, ...(pageParam && { cursor: pageParam }) },
        signal
      }),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor ?? undefined,
    staleTime: 60_000
  })

export const promoteVersion = (modelVersionId: string) =>
  mutationOptions({
    mutationKey: ['ai', 'promote'],
    mutationFn: () => call('POST /ai/models/:modelVersionId/promote', { params: { modelVersionId } }),
    onSettled: (_card, _error, _nothing, _before, { client }) => refreshAi(client)
  })

export const refreshAi = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: aiKeys.all })

/** Refetches counts but not the lists of suggestions, which must keep their order while a person decides. */
export const refreshCounts = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'ai' && queryKey[1] !== 'suggestions' })

export const startRun = (projectId: string) =>
  mutationOptions({
    mutationKey: ['ai', 'start'],
    mutationFn: (json: RunDraft) => call('POST /projects/:projectId/ai/runs', { params: { projectId }, json }),
    onSettled: (_run, _error, _id, _before, { client }) => refreshAi(client)
  })

const jobCall = (name: 'cancel' | 'retry') =>
  mutationOptions({
    mutationKey: ['ai', name],
    mutationFn: (jobId: string) => call(`POST /jobs/:jobId/${name}`, { params: { jobId } }),
    onSettled: (_job, _error, _id, _before, { client }) => refreshAi(client)
  })

export const cancelRun = () => jobCall('cancel')
export const resumeRun = () => jobCall('retry')

export const decide = (aiRunId: string) =>
  mutationOptions({
    mutationKey: ['ai', 'decide'],
    mutationFn: (json: SuggestionDecisionDraft) => call('POST /ai/runs/:aiRunId/decisions', { params: { aiRunId }, json })
  })

export const undoDecision = (suggestionDecisionId: string): Promise<SuggestionDecision> =>
  call('POST /ai/decisions/:suggestionDecisionId/undo', { params: { suggestionDecisionId } })

/** Fetches the provenance record of a run, with everything needed to reproduce it. */
export const provenanceOf = async (aiRunId: string) => (await call('GET /ai/runs/:aiRunId', { params: { aiRunId } })).provenance
