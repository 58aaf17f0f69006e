import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { InvitationDraft } from '../../../shared/contracts/invitations.ts'
import { call } from '../../api/call.ts'

export const invitationsOf = (projectId: string) =>
  queryOptions({
    queryKey: ['invitations', projectId],
    queryFn: ({ signal }) => call('GET /projects/:projectId/invitations', { params: { projectId }, signal }),
    select: answer => answer.invitations,
    staleTime: 0
  })

export const createInvitation = (projectId: string) =>
  mutationOptions({
    mutationKey: ['createInvitation', projectId],
    mutationFn: (json: InvitationDraft) => call('POST /projects/:projectId/invitations', { params: { projectId }, json }),
    onSuccess: (_made, _draft, _before, { client }) => client.invalidateQueries({ queryKey: invitationsOf(projectId).queryKey })
  })

export const revokeInvitation = (projectId: string) =>
  mutationOptions({
    mutationKey: ['revokeInvitation', projectId],
    mutationFn: (invitationId: string) =>
      call('DELETE /projects/:projectId/invitations/:invitationId', { params: { projectId, invitationId } }),
    onSettled: (_nothing, _error, _id, _before, { client }) => client.invalidateQueries({ queryKey: invitationsOf(projectId).queryKey })
  })

/** Returns the query for the project and role of an invitation link. The query runs only once, because joining uses up a single-use link. */
export const openInvitation = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call('POST /invitations/look', { json: { token }, signal }),
    staleTime: Infinity,
    enabled: token !== ''
  })

export const acceptInvitation = () =>
  mutationOptions({
    mutationKey: ['acceptInvitation'],
    mutationFn: (token: string) => call('POST /invitations/accept', { json: { token } }),
    onSuccess: (_joined, _token, _before, { client }) => client.invalidateQueries({ queryKey: ['projects'] })
  })
