import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ApiTokenDraft, ProfileEdit, User } from '../../../shared/contracts/accounts.ts'
import { call } from '../../api/call.ts'

export const reviseProfile = () =>
  mutationOptions({ mutationKey: ['reviseProfile'], mutationFn: (json: ProfileEdit) => call('PATCH /auth/me', { json }) })

/**
 * Keeps the theme with the account, on its newest revision. Choices are sent one after another, so that the last one stays.
 * @param onKept called after each one, on any screen
 */
export const keepTheme = (onKept: (user: User) => void) =>
  mutationOptions({
    mutationKey: ['keepTheme'],
    scope: { id: 'theme' },
    mutationFn: async (theme: User['theme']) => {
      const { revision } = await call('GET /auth/me', {})
      return call('PATCH /auth/me', { json: { revision, theme } })
    },
    onSuccess: onKept
  })

export const setAvatar = () =>
  mutationOptions({ mutationKey: ['setAvatar'], mutationFn: (picture: Blob) => call('PUT /auth/me/avatar', { stream: picture }) })

export const removeAvatar = () => mutationOptions({ mutationKey: ['removeAvatar'], mutationFn: () => call('DELETE /auth/me/avatar', {}) })

export const sendProof = () => mutationOptions({ mutationKey: ['sendProof'], mutationFn: () => call('POST /auth/me/email-proof', {}) })

export const changePassword = () =>
  mutationOptions({
    mutationKey: ['changePassword'],
    mutationFn: (json: { currentPassword: string; newPassword: string; endOtherSessions: boolean; endApiTokens: boolean }) =>
      call('PUT /auth/password', { json }),
    onSuccess: (_nothing, _passwords, _before, { client }) => client.invalidateQueries({ queryKey: ['accounts'] })
  })

export const sessions = () =>
  queryOptions({
    queryKey: ['accounts', 'sessions'],
    queryFn: ({ signal }) => call('GET /auth/sessions', { signal }),
    select: answer => answer.sessions,
    staleTime: 0
  })

export const endSession = () =>
  mutationOptions({
    mutationKey: ['endSession'],
    mutationFn: (sessionId: string) => call('DELETE /auth/sessions/:sessionId', { params: { sessionId } }),
    onSettled: (_nothing, _error, _id, _before, { client }) => client.invalidateQueries({ queryKey: sessions().queryKey })
  })

export const tokens = () =>
  queryOptions({
    queryKey: ['accounts', 'tokens'],
    queryFn: ({ signal }) => call('GET /auth/tokens', { signal }),
    select: answer => answer.tokens,
    staleTime: 0
  })

export const createToken = () =>
  mutationOptions({
    mutationKey: ['createToken'],
    mutationFn: (json: ApiTokenDraft) => call('POST /auth/tokens', { json }),
    onSuccess: (_token, _draft, _before, { client }) => client.invalidateQueries({ queryKey: tokens().queryKey })
  })

export const revokeToken = () =>
  mutationOptions({
    mutationKey: ['revokeToken'],
    mutationFn: (tokenId: string) => call('DELETE /auth/tokens/:tokenId', { params: { tokenId } }),
    onSettled: (_nothing, _error, _id, _before, { client }) => client.invalidateQueries({ queryKey: tokens().queryKey })
  })
