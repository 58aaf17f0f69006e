import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type {
  CareerStage,
  Opportunity,
  OpportunityCard,
  OpportunityDraft,
  OpportunityEdit,
  OpportunityKind,
  OpportunityMerge,
  OpportunitySave,
  ReportReason,
  SimilarDraft
} from '../../../shared/contracts/opportunities.ts'
import type { CalendarChoice } from '../../../shared/contracts/opportunity-feeds.ts'
import type { OpportunityProfile } from '../../../shared/contracts/opportunity-profile.ts'
import { call } from '../../api/call.ts'

const all = ['opportunities'] as const

export interface OpportunityFilter {
  q?: string
  kind?: OpportunityKind
  region?: string
  taxon?: string
  career?: CareerStage
  open_only?: boolean
  closed_only?: boolean
  saved?: boolean
  mine?: boolean
  moderation?: boolean
  sort?: 'deadline' | 'new' | 'fits'
}

interface OpportunityPage {
  items: OpportunityCard[]
  nextCursor: string | null
  total: number
}

/** Completes a page with defaults. The product spec does not define the fields, so another backend may answer with a bare list and other fields. */
function asPage(answer: OpportunityPage | Partial<OpportunityCard>[]): OpportunityPage {
  const page = Array.isArray(answer) ? { items: answer, nextCursor: null, total: answer.length } : answer
  return { ...page, items: page.items.map(item => ({ ...unstated, ...item })) }
}

const unstated: OpportunityCard = {
  ...{ id: '', state: 'published', kind: 'other', title: '', summary: null, organization: null, place: null, isRemote: null, regions: [] },
  ...{ tags: [], amount: null, startsOn: null, endsOn: null, berth: null, deadlines: [], isOpen: true, closesAt: null, isSaved: false },
  ...{ isRolling: false, fit: null, reports: 0 }
}

export const opportunities = (filter: OpportunityFilter) =>
  infiniteQueryOptions({
    queryKey: [...all, 'list', filter],
    queryFn: async ({ pageParam, signal }) =>
      asPage(await call('GET /data/opportunities', { query: { ...filter, limit: 50, ...(pageParam && { cursor: pageParam }) }, signal })),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData
  })

/** Maximum number of pages that a calendar loads for its month. */
const mostPages = 5

/** Returns the query for the opportunities with a date between two days, for the calendar. */
export const opportunitiesBetween = (from: string, to: string, filter: OpportunityFilter) =>
  queryOptions({
    queryKey: [...all, 'between', from, to, filter],
    queryFn: async ({ signal }) => {
      const items: OpportunityCard[] = []
      let cursor: string | null = ''
      for (let pages = 0; cursor !== null && pages < mostPages; pages++) {
        const query = { ...filter, from, to, open_only: false, limit: 200, ...(cursor && { cursor }) }
        const page = asPage(await call('GET /data/opportunities', { query, signal }))
        items.push(...page.items)
        cursor = page.nextCursor
      }
      return { items, isComplete: cursor === null }
    },
    placeholderData: keepPreviousData
  })

export const opportunity = (opportunityId: string) =>
  queryOptions({
    queryKey: [...all, 'one', opportunityId],
    queryFn: ({ signal }) => call('GET /opportunities/:opportunityId', { params: { opportunityId }, signal })
  })

export const similarOpportunities = (opportunityId: string) =>
  queryOptions({
    queryKey: [...all, 'similar', opportunityId],
    queryFn: async ({ signal }) => (await call('GET /opportunities/:opportunityId/similar', { params: { opportunityId }, signal })).items
  })

/** Returns the query for likely duplicates of a draft. The result is empty for null. */
export const similarToDraft = (json: SimilarDraft | null) =>
  queryOptions({
    queryKey: [...all, 'similar to draft', json],
    queryFn: async ({ signal }) => (json ? (await call('POST /opportunities/similar', { json, signal })).items : []),
    placeholderData: keepPreviousData
  })

export const opportunityVersions = (opportunityId: string) =>
  queryOptions({
    queryKey: [...all, 'versions', opportunityId],
    queryFn: ({ signal }) => call('GET /opportunities/:opportunityId/versions', { params: { opportunityId }, signal })
  })

export const opportunityReports = (opportunityId: string) =>
  queryOptions({
    queryKey: [...all, 'reports', opportunityId],
    queryFn: async ({ signal }) => (await call('GET /opportunities/:opportunityId/reports', { params: { opportunityId }, signal })).reports
  })

export const opportunityProfile = () =>
  queryOptions({ queryKey: [...all, 'profile'], queryFn: ({ signal }) => call('GET /profile/opportunities', { signal }) })

export const setOpportunityProfile = () =>
  mutationOptions({
    mutationKey: [...all, 'profile'],
    mutationFn: (json: OpportunityProfile) => call('PUT /profile/opportunities', { json }),
    onSuccess: (_profile, _given, _before, { client }) => client.invalidateQueries({ queryKey: all })
  })

const calendarKey = [...all, 'calendars'] as const

export const calendarTokens = () =>
  queryOptions({ queryKey: calendarKey, queryFn: async ({ signal }) => (await call('GET /profile/calendar-tokens', { signal })).tokens })

export const createCalendarToken = () =>
  mutationOptions({
    mutationKey: [...calendarKey, 'create'],
    mutationFn: (json: { name: string; choice: CalendarChoice }) => call('POST /profile/calendar-tokens', { json }),
    onSuccess: (_made, _given, _before, { client }) => client.invalidateQueries({ queryKey: calendarKey })
  })

export const revokeCalendarToken = () =>
  mutationOptions({
    mutationKey: [...calendarKey, 'revoke'],
    mutationFn: (calendarTokenId: string) => call('DELETE /profile/calendar-tokens/:calendarTokenId', { params: { calendarTokenId } }),
    onSettled: (_nothing, _error, _id, _before, { client }) => client.invalidateQueries({ queryKey: calendarKey })
  })

export const createOpportunity = () =>
  mutationOptions({
    mutationKey: [...all, 'create'],
    mutationFn: (json: OpportunityDraft) => call('POST /opportunities', { json }),
    onSuccess: (_made, _draft, _before, { client }) => client.invalidateQueries({ queryKey: all })
  })

export const reviseOpportunity = (opportunityId: string) =>
  mutationOptions({
    mutationKey: [...all, 'revise'],
    mutationFn: (json: OpportunityEdit) => call('PATCH /opportunities/:opportunityId', { params: { opportunityId }, json }),
    onSettled: (_made, _error, _edit, _before, { client }) => client.invalidateQueries({ queryKey: all })
  })

export const restoreOpportunity = (opportunityId: string) =>
  mutationOptions({
    mutationKey: [...all, 'restore'],
    mutationFn: ({ version, revision }: { version: number; revision: number }) =>
      call('POST /opportunities/:opportunityId/versions/:version/restore', { params: { opportunityId, version }, json: { revision } }),
    onSettled: (_made, _error, _edit, _before, { client }) => client.invalidateQueries({ queryKey: all })
  })

export const mergeOpportunities = () =>
  mutationOptions({
    mutationKey: [...all, 'merge'],
    mutationFn: ({ id, json }: { id: string; json: OpportunityMerge }) =>
      call('POST /opportunities/:opportunityId/merge', { params: { opportunityId: id }, json }),
    onSettled: (_made, _error, _merge, _before, { client }) => client.invalidateQueries({ queryKey: all })
  })

export const separateOpportunity = () =>
  mutationOptions({
    mutationKey: [...all, 'separate'],
    mutationFn: ({ id, revision }: Pick<Opportunity, 'id' | 'revision'>) =>
      call('POST /opportunities/:opportunityId/separate', { params: { opportunityId: id }, json: { revision } }),
    onSettled: (_made, _error, _given, _before, { client }) => client.invalidateQueries({ queryKey: all })
  })

export const removeOpportunity = () =>
  mutationOptions({
    mutationKey: [...all, 'remove'],
    mutationFn: (opportunityId: string) => call('DELETE /opportunities/:opportunityId', { params: { opportunityId } }),
    onSuccess: (_nothing, _id, _before, { client }) => client.invalidateQueries({ queryKey: [...all, 'list'] })
  })

export const saveOpportunity = () =>
  mutationOptions({
    mutationKey: [...all, 'save'],
    mutationFn: async ({ id, isSaved }: Pick<Opportunity, 'id' | 'isSaved'>) => {
      const params = { opportunityId: id }
      if (isSaved) await call('DELETE /opportunities/:opportunityId/save', { params })
      else await call('PUT /opportunities/:opportunityId/save', { params, json: {} })
    },
    onSettled: (_nothing, _error, _variables, _before, { client }) => client.invalidateQueries({ queryKey: all })
  })

export const changeSave = (opportunityId: string) =>
  mutationOptions({
    mutationKey: [...all, 'save'],
    scope: { id: 'opportunity-save' },
    mutationFn: (json: Partial<OpportunitySave>) => call('PUT /opportunities/:opportunityId/save', { params: { opportunityId }, json }),
    onSettled: (_nothing, _error, _given, _before, { client }) => client.invalidateQueries({ queryKey: all })
  })

export const reportOpportunity = (opportunityId: string) =>
  mutationOptions({
    mutationKey: [...all, 'report'],
    mutationFn: (json: { reason: ReportReason; note: string | null }) =>
      call('POST /opportunities/:opportunityId/report', { params: { opportunityId }, json }),
    onSuccess: (_nothing, _given, _before, { client }) => client.invalidateQueries({ queryKey: all })
  })

export const moderateOpportunity = (opportunityId: string) =>
  mutationOptions({
    mutationKey: [...all, 'moderate'],
    mutationFn: (refusal: string | null) => {
      const params = { opportunityId }
      if (refusal === null) return call('POST /opportunities/:opportunityId/approve', { params })
      return call('POST /opportunities/:opportunityId/refuse', { params, json: { reason: refusal } })
    },
    onSettled: (_made, _error, _given, _before, { client }) => client.invalidateQueries({ queryKey: all })
  })
