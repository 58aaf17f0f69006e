import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { PublicationDraft } from '../../../shared/contracts/publication.ts'
import { call } from '../../api/call.ts'

const publicationKeys = {
  one: (projectId: string) => ['publication', projectId] as const,
  coverage: (projectId: string) => ['publication', projectId, 'coverage'] as const
}

export const publicationOf = (projectId: string) =>
  queryOptions({
    queryKey: publicationKeys.one(projectId),
    queryFn: ({ signal }) => call('GET /projects/:projectId/publication', { params: { projectId }, signal }),
    staleTime: 30_000
  })

/** Changes with every annotation: read again whenever it is looked at. */
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
