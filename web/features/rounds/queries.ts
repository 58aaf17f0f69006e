import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type {
  AnnotationSession,
  AnnotationSessionDraft,
  AnnotationSessionEdit,
  MarkGroup,
  MatchLimits
} from '../../../shared/contracts/annotation-sessions.ts'
import { call } from '../../api/call.ts'

export type { AnnotationSession, MarkGroup }

const roundKeys = {
  all: ['annotationSessions'] as const,
  of: (projectId: string) => [...roundKeys.all, projectId] as const,
  newImages: (projectId: string, roundId: string) => [...roundKeys.of(projectId), 'newImages', roundId] as const,
  groups: (projectId: string, roundId: string) => [...roundKeys.of(projectId), 'groups', roundId] as const,
  agreement: (projectId: string, roundId: string) => [...roundKeys.of(projectId), 'agreement', roundId] as const
}

/** Blind sessions of a project, newest first. */
export const roundsOf = (projectId: string) =>
  queryOptions({
    queryKey: [...roundKeys.of(projectId), 'list'],
    queryFn: async ({ signal }) => (await call('GET /projects/:projectId/annotation-sessions', { params: { projectId }, signal })).sessions,
    staleTime: 60_000
  })

export const renewRounds = (client: QueryClient, projectId: string) => client.invalidateQueries({ queryKey: roundKeys.of(projectId) })

export const planRound = (projectId: string) =>
  mutationOptions({
    mutationKey: ['planRound', projectId],
    mutationFn: (json: AnnotationSessionDraft) => call('POST /projects/:projectId/annotation-sessions', { params: { projectId }, json }),
    onSuccess: (_session, _draft, _before, { client }) => renewRounds(client, projectId)
  })

export const endRound = (projectId: string) =>
  mutationOptions({
    mutationKey: ['endRound', projectId],
    mutationFn: (annotationSessionId: string) =>
      call('POST /annotation-sessions/:annotationSessionId/end', { params: { annotationSessionId } }),
    onSettled: (_session, _error, _id, _before, { client }) => renewRounds(client, projectId)
  })

export const removeRound = (projectId: string) =>
  mutationOptions({
    mutationKey: ['removeRound', projectId],
    mutationFn: (annotationSessionId: string) =>
      call('DELETE /annotation-sessions/:annotationSessionId', { params: { annotationSessionId } }),
    onSuccess: (_nothing, _id, _before, { client }) => renewRounds(client, projectId)
  })

/** Changes the times, name or members of a round. */
export const reviseRound = ({ id: annotationSessionId, projectId }: AnnotationSession) =>
  mutationOptions({
    mutationKey: ['reviseRound', annotationSessionId],
    mutationFn: (json: AnnotationSessionEdit) =>
      call('PATCH /annotation-sessions/:annotationSessionId', { params: { annotationSessionId }, json }),
    onSettled: (_session, _error, _edit, _before, { client }) => renewRounds(client, projectId)
  })

/** Images added after a round was planned. */
export const newImagesOf = ({ id: annotationSessionId, projectId }: AnnotationSession) =>
  queryOptions({
    queryKey: roundKeys.newImages(projectId, annotationSessionId),
    queryFn: ({ signal }) => call('GET /annotation-sessions/:annotationSessionId/new-images', { params: { annotationSessionId }, signal }),
    staleTime: 10_000
  })

export const takeInImages = ({ id: annotationSessionId, projectId }: AnnotationSession) =>
  mutationOptions({
    mutationKey: ['takeInImages', annotationSessionId],
    mutationFn: (revision: number) =>
      call('POST /annotation-sessions/:annotationSessionId/new-images', { params: { annotationSessionId }, json: { revision } }),
    onSettled: (_session, _error, _revision, _before, { client }) => renewRounds(client, projectId)
  })

const pollMs = 700

/** The last computed agreement of a round, polled while its job is running. */
export const agreementOf = (projectId: string, annotationSessionId: string) =>
  queryOptions({
    queryKey: roundKeys.agreement(projectId, annotationSessionId),
    queryFn: ({ signal }) => call('GET /annotation-sessions/:annotationSessionId/agreement', { params: { annotationSessionId }, signal }),
    refetchInterval: query => (isAtWork(query.state.data?.job) ? pollMs : false),
    staleTime: 10_000
  })

export const isAtWork = (job: { state: string } | null | undefined): boolean => job?.state === 'waiting' || job?.state === 'running'

export const computeAgreement = (projectId: string, annotationSessionId: string) =>
  mutationOptions({
    mutationKey: ['computeAgreement', annotationSessionId],
    mutationFn: (json: MatchLimits) =>
      call('POST /annotation-sessions/:annotationSessionId/agreement', { params: { annotationSessionId }, json }),
    onSuccess: (_job, _limits, _before, { client }) =>
      client.invalidateQueries({ queryKey: roundKeys.agreement(projectId, annotationSessionId) })
  })

export type Shown = 'open' | 'disagreements' | 'agreed' | 'all'

/** Groups of matched annotations from the computation at `computedAt`, page by page. */
export const groupsOf = (projectId: string, annotationSessionId: string, show: Shown, computedAt: string) =>
  infiniteQueryOptions({
    queryKey: [...roundKeys.groups(projectId, annotationSessionId), show, computedAt],
    queryFn: ({ pageParam, signal }) =>
      call('GET /annotation-sessions/:annotationSessionId/groups', {
        params: { annotationSessionId },
        query: { show, limit: 30, ...(pageParam !== null && { cursor: pageParam }) },
        signal
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    staleTime: 10_000,
    refetchOnWindowFocus: false
  })

/** Yields all groups, fetched page by page. */
export async function* everyGroup(annotationSessionId: string, show: Shown): AsyncGenerator<MarkGroup> {
  for (let cursor: string | null = null; ; ) {
    const query: { show: Shown; limit: number; cursor?: string } = { show, limit: 100, ...(cursor !== null && { cursor }) }
    const { items, nextCursor }: { items: MarkGroup[]; nextCursor: string | null } = await call(
      'GET /annotation-sessions/:annotationSessionId/groups',
      { params: { annotationSessionId }, query }
    )
    yield* items
    if (nextCursor === null) return
    cursor = nextCursor
  }
}

/** Makes one annotation of a group final; null makes none of them final. */
export const settleGroup = (annotationSessionId: string, group: MarkGroup, keep: { annotationId: string; labelId: string } | null) =>
  call('POST /annotation-sessions/:annotationSessionId/groups/:groupId/settle', {
    params: { annotationSessionId, groupId: group.id },
    json: {
      keep,
      marks: group.marks.flatMap(({ annotation: { id, revision, removed } }) => (removed ? [] : [{ id, revision }])),
      ...(group.point && { pointRevision: group.point.revision })
    }
  })

/**
 * Confirms one annotation of each individual that all agree on, and rejects the duplicates.
 * @returns the number of individuals, and the ids of the bulk edits for an undo
 */
export async function settleAgreed(annotationSessionId: string): Promise<{ individualCount: number; bulkIds: string[] }> {
  const bulkIds: string[] = []
  for (let individualCount = 0; ; ) {
    const params = { annotationSessionId }
    const { settledCount, leftCount, bulk } = await call('POST /annotation-sessions/:annotationSessionId/settle-agreed', { params })
    individualCount += settledCount
    if (bulk) bulkIds.push(bulk.id)
    if (leftCount === 0 || settledCount === 0) return { individualCount, bulkIds }
  }
}

export const renewGroups = (client: QueryClient, projectId: string, roundId: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: roundKeys.groups(projectId, roundId) }),
    client.invalidateQueries({ queryKey: roundKeys.agreement(projectId, roundId) })
  ])
