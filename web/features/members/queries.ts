import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Role } from '../../../shared/contracts/projects.ts'
import { call } from '../../api/call.ts'

export const membersOf = (projectId: string) =>
  queryOptions({
    queryKey: ['members', projectId],
    queryFn: ({ signal }) => call('GET /projects/:projectId/members', { params: { projectId }, signal }),
    select: answer => answer.members
  })

export const addMember = (projectId: string) =>
  mutationOptions({
    mutationKey: ['addMember', projectId],
    mutationFn: (json: { email: string; role: Role }) => call('POST /projects/:projectId/members', { params: { projectId }, json }),
    onSuccess: (_member, _draft, _before, { client }) => client.invalidateQueries({ queryKey: membersOf(projectId).queryKey })
  })

export const setRole = (projectId: string) =>
  mutationOptions({
    mutationKey: ['setRole', projectId],
    mutationFn: ({ accountId, role }: { accountId: string; role: Role }) =>
      call('PATCH /projects/:projectId/members/:accountId', { params: { projectId, accountId }, json: { role } }),
    onSettled: (_member, _error, _edit, _before, { client }) => client.invalidateQueries({ queryKey: membersOf(projectId).queryKey })
  })

export const removeMember = (projectId: string) =>
  mutationOptions({
    mutationKey: ['removeMember', projectId],
    mutationFn: (accountId: string) => call('DELETE /projects/:projectId/members/:accountId', { params: { projectId, accountId } }),
    onSuccess: (_nothing, _accountId, _before, { client }) => client.invalidateQueries({ queryKey: membersOf(projectId).queryKey })
  })
