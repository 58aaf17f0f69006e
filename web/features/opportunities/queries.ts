import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Opportunity, OpportunityDraft, OpportunityEdit, OpportunityKind } from '../../../shared/contracts/opportunities.ts'
import { call } from '../../api/call.ts'

const all = ['opportunities'] as const

export interface OpportunityFilter {
  q?: string
  kind?: OpportunityKind
  open_only?: boolean
  saved?: boolean
  mine?: boolean
}

interface OpportunityPage {
  items: Opportunity[]
  nextCursor: string | null
  total: number
}

/** The product spec names no fields: another backend may answer with the bare list. */
const asPage = (answer: OpportunityPage | Opportunity[]): OpportunityPage =>
  Array.isArray(answer) ? { items: answer, nextCursor: null, total: answer.length } : answer

export const opportunities = (filter: OpportunityFilter) =>
  infiniteQueryOptions({
    queryKey: [...all, 'list', filter],
    queryFn: async ({ pageParam, signal }) =>
      asPage(await call('GET /data/opportunities', { query: { ...filter, limit: 50, ...(pageParam && { cursor: pageParam }) }, signal })),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData
  })

export const opportunity = (opportunityId: string) =>
  queryOptions({
    queryKey: [...all, 'one', opportunityId],
    queryFn: ({ signal }) => call('GET /opportunities/:opportunityId', { params: { opportunityId }, signal })
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

export const removeOpportunity = () =>
  mutationOptions({
    mutationKey: [...all, 'remove'],
    mutationFn: (opportunityId: string) => call('DELETE /opportunities/:opportunityId', { params: { opportunityId } }),
    onSuccess: (_nothing, _id, _before, { client }) => client.invalidateQueries({ queryKey: [...all, 'list'] })
  })

export const saveOpportunity = () =>
  mutationOptions({
    mutationKey: [...all, 'save'],
    mutationFn: ({ id, isSaved }: Pick<Opportunity, 'id' | 'isSaved'>) =>
      call(isSaved ? 'DELETE /opportunities/:opportunityId/save' : 'PUT /opportunities/:opportunityId/save', {
        params: { opportunityId: id }
      }),
    onSettled: (_nothing, _error, _asked, _before, { client }) => client.invalidateQueries({ queryKey: all })
  })
