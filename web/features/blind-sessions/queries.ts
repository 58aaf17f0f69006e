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

const sessionKeys = {
  all: ['annotationSessions'] as const,
  of: (projectId: string) => [...sessionKeys.all, projectId] as const,
  newImages: (projectId: string, sessionId: string) => [...sessionKeys.of(projectId), 'newImages', sessionId] as const,
  groups: (projectId: string, sessionId: string) => [...sessionKeys.of(projectId), 'groups', sessionId] as const,
  agreement: (projectId: string, sessionId: string) => [...sessionKeys.of(projectId), 'agreement', sessionId] as const
}

/** Blind sessions of a project, newest first. */
export const sessionsOf = (projectId: string) =>
  queryOptions({
    queryKey: [...sessionKeys.of(projectId), 'list'],
    queryFn: async ({ signal }) => (await call('GET /projects/:projectId/annotation-sessions', { params: { projectId }, signal })).sessions,
    staleTime: 60_000
  })

export const renewSessions = (client: QueryClient, projectId: string) => client.invalidateQueries({ queryKey: sessionKeys.of(projectId) })

export const planSession = (projectId: string) =>
  mutationOptions({
    mutationKey: ['planSession', projectId],
    mutationFn: (json: AnnotationSessionDraft) => call('POST /projects/:projectId/annotation-sessions', { params: { projectId }, json }),
    onSuccess: (_session, _draft, _before, { client }) => renewSessions(client, projectId)
  })

export const endSession = (projectId: string) =>
  mutationOptions({
    mutationKey: ['endSession', projectId],
    mutationFn: (annotationSessionId: string) =>
      call('POST /annotation-sessions/:annotationSessionId/end', { params: { annotationSessionId } }),
    onSettled: (_session, _error, _id, _before, { client }) => renewSessions(client, projectId)
  })

export const removeSession = (projectId: string) =>
  mutationOptions({
    mutationKey: ['removeSession', projectId],
    mutationFn: (annotationSessionId: string) =>
      call('DELETE /annotation-sessions/:annotationSessionId', { params: { annotationSessionId } }),
    onSuccess: (_nothing, _id, _before, { client }) => renewSessions(client, projectId)
  })

/** Changes the times, name or members of a session. */
export const reviseSession = ({ id: annotationSessionId, projectId }: AnnotationSession) =>
  mutationOptions({
    mutationKey: ['reviseSession', annotationSessionId],
    mutationFn: (json: AnnotationSessionEdit) =>
      call('PATCH /annotation-sessions/:annotationSessionId', { params: { annotationSessionId }, json }),
    onSettled: (_session, _error, _edit, _before, { client }) => renewSessions(client, projectId)
  })

/** Images added after a session was planned. */
export const newImagesOf = ({ id: annotationSessionId, projectId }: AnnotationSession) =>
  queryOptions({
    queryKey: sessionKeys.newImages(projectId, annotationSessionId),
    queryFn: ({ signal }) => call('GET /annotation-sessions/:annotationSessionId/new-images', { params: { annotationSessionId }, signal }),
    staleTime: 10_000
  })

export const takeInImages = ({ id: annotationSessionId, projectId }: AnnotationSession) =>
  mutationOptions({
    mutationKey: ['takeInImages', annotationSessionId],
    mutationFn: (revision: number) =>
      call('POST /annotation-sessions/:annotationSessionId/new-images', { params: { annotationSessionId }, json: { revision } }),
    onSettled: (_session, _error, _revision, _before, { client }) => renewSessions(client, projectId)
  })

const pollMs = 700

/** The last computed agreement, polled until its job has ended. */
export const agreementOf = (projectId: string, annotationSessionId: string) =>
  queryOptions({
    queryKey: sessionKeys.agreement(projectId, annotationSessionId),
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
      client.invalidateQueries({ queryKey: sessionKeys.agreement(projectId, annotationSessionId) })
  })

export type Shown = 'open' | 'disagreements' | 'agreed' | 'all'

/** Groups of matched annotations, page by page, of the computation at `computedAt`. */
export const groupsOf = (projectId: string, annotationSessionId: string, show: Shown, computedAt: string) =>
  infiniteQueryOptions({
    queryKey: [...sessionKeys.groups(projectId, annotationSessionId), show, computedAt],
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

/** All groups, read page by page. */
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

/** Makes one annotation of a group final, or none. */
export const settleGroup = (annotationSessionId: string, group: MarkGroup, keep: { annotationId: string; labelId: string } | null) =>
  call('POST /annotation-sessions/:annotationSessionId/groups/:groupId/settle', {
    params: { annotationSessionId, groupId: group.id },
    json: {
      keep,
      marks: group.marks.flatMap(({ annotation: { id, revision, removed } }) => (removed ? [] : [{ id, revision }]))
    }
  })

/** Confirms one annotation of each object that all agree on, and rejects the duplicates. @returns the bulk edits to undo */
export async function settleAgreed(annotationSessionId: string): Promise<{ things: number; bulkIds: string[] }> {
  const bulkIds: string[] = []
  for (let things = 0; ; ) {
    const params = { annotationSessionId }
    const { settledCount, leftCount, bulk } = await call('POST /annotation-sessions/:annotationSessionId/settle-agreed', { params })
    things += settledCount
    if (bulk) bulkIds.push(bulk.id)
    if (leftCount === 0 || settledCount === 0) return { things, bulkIds }
  }
}

export const renewGroups = (client: QueryClient, projectId: string, sessionId: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: sessionKeys.groups(projectId, sessionId) }),
    client.invalidateQueries({ queryKey: sessionKeys.agreement(projectId, sessionId) })
  ])
