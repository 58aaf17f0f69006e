import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type Query,
  type QueryClient,
  queryOptions
} from '@tanstack/react-query'
import type { InboxRule, InboxRules } from '../../../shared/contracts/inbox-rules.ts'
import type { Decision, DecisionDraft, RecordFilter, RecordState, ScrapedRecord } from '../../../shared/contracts/outside-records.ts'
import type { ScraperJob, ScraperJobDraft, ScraperJobPatch } from '../../../shared/contracts/scraper.ts'
import { call } from '../../api/call.ts'

export const outsideKeys = {
  all: ['outside'] as const,
  sources: ['outside', 'sources'] as const,
  jobs: (projectId: string) => ['outside', 'jobs', projectId] as const,
  job: (id: string) => ['outside', 'job', id] as const,
  records: ['outside', 'records'] as const,
  rules: (projectId: string) => ['outside', 'rules', projectId] as const
}

/** Polling interval during a run, in milliseconds. */
const pollMs = 1000
export const isUnderWay = ({ state }: Pick<ScraperJob, 'state'>): boolean =>
  state === 'waiting' || state === 'running' || state === 'postponed'

export const sources = () =>
  queryOptions({
    queryKey: outsideKeys.sources,
    queryFn: ({ signal }) => call('GET /scraper/sources', { signal }),
    staleTime: 300_000
  })

/** Returns the items of an answer. The product spec does not define the fields of the answer, so another backend may answer with a bare list. */
const itemsOf = <Item>(answer: Item[] | { items: Item[] }): Item[] => (Array.isArray(answer) ? answer : answer.items)

export const jobsOf = (projectId: string) =>
  queryOptions({
    queryKey: outsideKeys.jobs(projectId),
    queryFn: async ({ signal }) => itemsOf(await call('GET /scraper/jobs', { query: { project_id: projectId, limit: 200 }, signal })),
    staleTime: 10_000,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? pollMs : false)
  })

export const jobWith = (scraperJobId: string) =>
  queryOptions({
    queryKey: [...outsideKeys.job(scraperJobId), 'facts'],
    queryFn: ({ signal }) => call('GET /scraper/jobs/:scraperJobId', { params: { scraperJobId }, signal }),
    staleTime: 5000,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? pollMs : false)
  })

export const runsOf = (scraperJobId: string) =>
  queryOptions({
    queryKey: [...outsideKeys.job(scraperJobId), 'runs'],
    queryFn: async ({ signal }) => itemsOf(await call('GET /scraper/jobs/:scraperJobId/runs', { params: { scraperJobId }, signal })),
    staleTime: 5000
  })

export const logOf = (scraperJobId: string, runId: string) =>
  queryOptions({
    queryKey: [...outsideKeys.job(scraperJobId), 'log', runId],
    queryFn: async ({ signal }) => itemsOf(await call('GET /scraper/runs/:runId/log', { params: { runId }, signal })),
    staleTime: 5000,
    placeholderData: keepPreviousData
  })

export const requestsOf = (scraperJobId: string, runId: string) =>
  queryOptions({
    queryKey: [...outsideKeys.job(scraperJobId), 'requests', runId],
    queryFn: async ({ signal }) => itemsOf(await call('GET /scraper/runs/:runId/requests', { params: { runId }, signal })),
    staleTime: 5000
  })

/** Filter of the inbox within a project. */
export type InboxFilter = Omit<RecordFilter, 'projectId'>

const rowsAtOnce = 100

export const recordsOf = (projectId: string, { dataType, scraperJobId, ...filter }: InboxFilter) =>
  infiniteQueryOptions({
    queryKey: [...outsideKeys.records, projectId, { scraperJobId, dataType, ...filter }],
    queryFn: async ({ pageParam, signal, client }) => {
      const query = { ...filter, limit: rowsAtOnce, ...(pageParam && { cursor: pageParam }) }
      const page = scraperJobId
        ? await call('GET /data/job/:scraperJobId', { params: { scraperJobId }, query, signal })
        : await call('GET /data/project/:projectId', {
            params: { projectId },
            query: { ...query, ...(dataType && { data_type: dataType }) },
            signal
          })
      const sent = new Set<unknown>(
        client
          .getMutationCache()
          .getAll()
          .map(({ state }) => state.variables)
      ) // no mutations are left after a sign-out
      return [...unanswered].filter(draft => sent.has(draft)).reduce(decided, page)
    },
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 5000
  })

export const recordWith = (recordId: string) =>
  queryOptions({
    queryKey: [...outsideKeys.records, 'one', recordId],
    queryFn: ({ signal }) => call('GET /data/records/:recordId', { params: { recordId }, signal }),
    staleTime: 10_000
  })

export const refreshOutside = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: outsideKeys.all })

export const createJob = () =>
  mutationOptions({
    mutationKey: ['outside', 'create'],
    mutationFn: (json: ScraperJobDraft) => call('POST /scraper/jobs', { json }),
    onSuccess: (_job, _draft, _before, { client }) => refreshOutside(client)
  })

export const updateJob = () =>
  mutationOptions({
    mutationKey: ['outside', 'update'],
    mutationFn: ({ id, patch }: { id: string; patch: ScraperJobPatch }) =>
      call('PATCH /scraper/jobs/:scraperJobId', { params: { scraperJobId: id }, json: patch }),
    onSuccess: (_job, _patch, _before, { client }) => refreshOutside(client)
  })

export const previewJob = () =>
  mutationOptions({
    mutationKey: ['outside', 'preview'],
    mutationFn: (json: Pick<ScraperJobDraft, 'source' | 'query'> & { projectId: string }) => call('POST /scraper/jobs/preview', { json })
  })

export const markGone = () =>
  mutationOptions({
    mutationKey: ['outside', 'mark-gone'],
    mutationFn: (runId: string) => call('POST /scraper/runs/:runId/mark-gone', { params: { runId } }),
    onSettled: (_run, _error, _id, _before, { client }) => refreshOutside(client)
  })

export const diffOf = (scraperJobId: string, runId: string) =>
  queryOptions({
    queryKey: [...outsideKeys.job(scraperJobId), 'diff', runId],
    queryFn: ({ signal }) => call('GET /scraper/runs/:runId/diff', { params: { runId }, signal }),
    staleTime: 10_000
  })

const jobCall = (name: 'run' | 'cancel' | 'retry') =>
  mutationOptions({
    mutationKey: ['outside', name],
    mutationFn: (scraperJobId: string) => call(`POST /scraper/jobs/:scraperJobId/${name}`, { params: { scraperJobId } }),
    onSettled: (_run, _error, _id, _before, { client }) => refreshOutside(client)
  })

export const runJob = () => jobCall('run')
export const cancelJob = () => jobCall('cancel')
export const retryJob = () => jobCall('retry')

export const removeJob = () =>
  mutationOptions({
    mutationKey: ['outside', 'remove'],
    mutationFn: (scraperJobId: string) => call('DELETE /scraper/jobs/:scraperJobId', { params: { scraperJobId } }),
    onSuccess: (_nothing, _id, _before, { client }) => refreshOutside(client)
  })

interface RecordPage {
  items: ScrapedRecord[]
}

/** Query filter for lists of records, whose key ends with a filter object. */
const lists = { queryKey: outsideKeys.records, predicate: ({ queryKey }: Pick<Query, 'queryKey'>) => typeof queryKey[3] === 'object' }

const stateAfter: Record<Decision['decision'], RecordState> = { accept: 'accepted', reject: 'rejected', ignore: 'ignored', wait: 'waiting' }
const decideKey = ['outside', 'decide']

/** Decisions that the server has not answered yet, in order. A mutation counts as pending until its lists are read again, which is too long. */
const unanswered = new Set<DecisionDraft>()

/** Returns a page of records as it is after a decision. */
function decided<Page extends RecordPage>(page: Page, draft: DecisionDraft): Page {
  if (!('ids' in draft)) return page
  const ids = new Set(draft.ids)
  const state = stateAfter[draft.decision]
  return { ...page, items: page.items.map(record => (ids.has(record.id) ? { ...record, state } : record)) }
}

/**
 * Returns the mutation that decides on records. Listed records change immediately, but stay in the list until the
 * server has answered all decisions.
 */
export const decideRecords = () =>
  mutationOptions({
    mutationKey: decideKey,
    scope: { id: 'record-decisions' },
    mutationFn: async (draft: DecisionDraft) => {
      try {
        return await call('POST /data/records/decide', { json: draft })
      } finally {
        unanswered.delete(draft)
      }
    },
    onMutate: async (draft, { client }) => {
      unanswered.add(draft)
      if (!('ids' in draft)) return
      await client.cancelQueries(lists) // a pending list may return the earlier state
      client.setQueriesData<InfiniteData<RecordPage, string>>(
        lists,
        data => data && { ...data, pages: data.pages.map(page => decided(page, draft)) }
      )
    },
    onSettled: (_decision, _error, _draft, _before, { client }) =>
      client.isMutating({ mutationKey: decideKey }) === 1 ? refreshOutside(client) : undefined
  })

export const undoDecision = (decisionId: string): Promise<Decision> =>
  call('POST /data/decisions/:decisionId/undo', { params: { decisionId } })

export const datasetsOf = (projectId: string) =>
  queryOptions({
    queryKey: [...outsideKeys.records, 'datasets', projectId],
    queryFn: async ({ signal }) => itemsOf(await call('GET /projects/:projectId/datasets', { params: { projectId }, signal })),
    staleTime: 10_000
  })

export const rulesOf = (projectId: string) =>
  queryOptions({
    queryKey: outsideKeys.rules(projectId),
    queryFn: ({ signal }) => call('GET /projects/:projectId/inbox-rules', { params: { projectId }, signal }),
    staleTime: 10_000
  })

export const setRules = (projectId: string) =>
  mutationOptions({
    mutationKey: ['outside', 'set-rules'],
    mutationFn: (json: Pick<InboxRules, 'revision' | 'isOn' | 'rules'>) =>
      call('PUT /projects/:projectId/inbox-rules', { params: { projectId }, json }),
    onSettled: (_rules, _error, _draft, _before, { client }) => refreshOutside(client)
  })

export const dryRunRules = (projectId: string) =>
  mutationOptions({
    mutationKey: ['outside', 'dry-run-rules'],
    mutationFn: (rules: InboxRule[]) => call('POST /projects/:projectId/inbox-rules/dry-run', { params: { projectId }, json: { rules } })
  })

export const applyRules = (projectId: string) =>
  mutationOptions({
    mutationKey: ['outside', 'apply-rules'],
    mutationFn: () => call('POST /projects/:projectId/inbox-rules/apply', { params: { projectId } }),
    onSettled: (_counts, _error, _nothing, _before, { client }) => refreshOutside(client)
  })

export const decisionsOf = (projectId: string) =>
  queryOptions({
    queryKey: [...outsideKeys.records, 'decisions', projectId],
    queryFn: async ({ signal }) => itemsOf(await call('GET /projects/:projectId/record-decisions', { params: { projectId }, signal })),
    staleTime: 5000
  })

export const undoPast = () =>
  mutationOptions({
    mutationKey: ['outside', 'undo'],
    mutationFn: undoDecision,
    onSettled: (_decision, _error, _id, _before, { client }) => refreshOutside(client)
  })
