import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Generalisation, GeneralisationDraft } from '../../../shared/contracts/generalisations.ts'
import type { PublicationDraft } from '../../../shared/contracts/publication.ts'
import { call } from '../../api/call.ts'

const publicationKeys = {
  one: (projectId: string) => ['publication', projectId] as const,
  coverage: (projectId: string) => ['publication', projectId, 'coverage'] as const,
  rules: (projectId: string) => ['publication', projectId, 'rules'] as const
}

export const publicationOf = (projectId: string) =>
  queryOptions({
    queryKey: publicationKeys.one(projectId),
    queryFn: ({ signal }) => call('GET /projects/:projectId/publication', { params: { projectId }, signal }),
    staleTime: 30_000
  })

/** Coverage of a publication. It is refetched on every visit, because each annotation changes it. */
export const coverageOf = (projectId: string) =>
  queryOptions({
    queryKey: publicationKeys.coverage(projectId),
    queryFn: ({ signal }) => call('GET /projects/:projectId/publication/coverage', { params: { projectId }, signal }),
    staleTime: 0
  })

export const savePublication = (projectId: string) =>
  mutationOptions({
    mutationKey: ['savePublication', projectId],
    mutationFn: (json: PublicationDraft) => call('PUT /projects/:projectId/publication', { params: { projectId }, json }),
    onSuccess: (saved, _draft, _before, { client }) => client.setQueryData(publicationOf(projectId).queryKey, saved)
  })

/** Rules for sensitive places. */
export const rulesOf = (projectId: string) =>
  queryOptions({
    queryKey: publicationKeys.rules(projectId),
    queryFn: ({ signal }) => call('GET /projects/:projectId/generalisations', { params: { projectId }, signal }),
    staleTime: 30_000
  })

interface RuleEdit extends GeneralisationDraft {
  /** Rule being edited; null for a new rule. */
  rule: Generalisation | null
}

export const saveRule = (projectId: string) =>
  mutationOptions({
    mutationKey: ['saveRule', projectId],
    mutationFn: ({ rule, labelId, grid, fromRole }: RuleEdit) =>
      rule
        ? call('PATCH /generalisations/:generalisationId', {
            params: { generalisationId: rule.id },
            json: { revision: rule.revision, grid, fromRole }
          })
        : call('POST /projects/:projectId/generalisations', { params: { projectId }, json: { labelId, grid, fromRole } }),
    onSettled: (_saved, _error, _edit, _before, { client }) => client.invalidateQueries({ queryKey: publicationKeys.one(projectId) })
  })

export const removeRule = (projectId: string) =>
  mutationOptions({
    mutationKey: ['removeRule', projectId],
    mutationFn: (generalisationId: string) => call('DELETE /generalisations/:generalisationId', { params: { generalisationId } }),
    onSettled: (_removed, _error, _id, _before, { client }) => client.invalidateQueries({ queryKey: publicationKeys.one(projectId) })
  })
