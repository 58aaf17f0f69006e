import { type Static, Type } from 'typebox'
import { passwordMaxLength, passwordMinLength } from '../limits.ts'
import { Id, Nothing, Nullable, Problem, Revision, Timestamp } from './common.ts'
import { contract } from './contract.ts'

export const Email = Type.String({ format: 'email', maxLength: 254 })
export const Password = Type.String({ minLength: passwordMinLength, maxLength: passwordMaxLength })
/** ORCID iD: 16 digits in four groups, the last one a checksum (ISO 7064 MOD 11-2). Source: ORCID, structure of the identifier. */
export const Orcid = Type.String({ pattern: '^\\d{4}-\\d{4}-\\d{4}-\\d{3}[\\dX]$' })
export const Theme = Type.Enum(['system', 'light', 'dark'])

export type User = Static<typeof User>
export const User = Type.Object({
  id: Id,
  email: Email,
  name: Nullable(Type.String()),
  affiliation: Nullable(Type.String()),
  orcid: Nullable(Orcid),
  avatarUrl: Nullable(Type.String()),
  theme: Theme,
  administrator: Type.Boolean(),
  emailProved: Type.Boolean({ description: 'whether the person has confirmed this address' }),
  revision: Revision,
  createdAt: Timestamp
})

export type ProfileEdit = Static<typeof ProfileEdit>
export const ProfileEdit = Type.Object(
  {
    revision: Revision,
    name: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
    affiliation: Type.Optional(Nullable(Type.String({ maxLength: 300 }))),
    orcid: Type.Optional(Nullable(Orcid)),
    theme: Type.Optional(Theme)
  },
  { additionalProperties: false, minProperties: 2 }
)

export type Session = Static<typeof Session>
export const Session = Type.Object({
  id: Id,
  current: Type.Boolean({ description: 'whether this is the session that makes the call' }),
  userAgent: Nullable(Type.String()),
  address: Nullable(Type.String({ description: 'IP address when last used' })),
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  expiresAt: Timestamp
})

export type ApiToken = Static<typeof ApiToken>
export const ApiToken = Type.Object({
  id: Id,
  name: Type.String(),
  scope: Type.Enum(['read', 'write']),
  createdAt: Timestamp,
  expiresAt: Nullable(Timestamp),
  lastUsedAt: Nullable(Timestamp)
})

export type ApiTokenDraft = Static<typeof ApiTokenDraft>
export const ApiTokenDraft = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
    scope: Type.Enum(['read', 'write']),
    expiresAt: Type.Optional(Nullable(Timestamp))
  },
  { additionalProperties: false }
)

const SessionParams = Type.Object({ sessionId: Id })
const TokenParams = Type.Object({ tokenId: Id })

export const accountsApi = {
  me: contract({
    method: 'GET',
    url: '/auth/me',
    summary: 'The signed-in user',
    schema: { response: { 200: User, 401: Problem } }
  }),
  reviseProfile: contract({
    method: 'PATCH',
    url: '/auth/me',
    summary: 'Change name, affiliation, ORCID iD or theme',
    audit: 'account.profile.changed',
    example: { revision: 1, name: 'Ana Lind', affiliation: 'Marine station', orcid: '0000-0002-1825-0097' },
    schema: { body: ProfileEdit, response: { 200: User, 409: Problem, 422: Problem } }
  }),
  setAvatar: contract({
    method: 'PUT',
    url: '/auth/me/avatar',
    summary: 'Upload a picture of the signed-in user (JPEG, PNG or WebP; up to 5 MB)',
    body: 'stream',
    bodyLimit: 5 * 1024 * 1024,
    schema: { response: { 200: User, 413: Problem, 415: Problem, 422: Problem } }
  }),
  removeAvatar: contract({
    method: 'DELETE',
    url: '/auth/me/avatar',
    summary: 'Remove the picture of the signed-in user',
    schema: { response: { 200: User } }
  }),
  avatar: contract({
    method: 'GET',
    url: '/accounts/:accountId/avatar',
    summary: 'The picture of a person, 256 × 256 WebP',
    answer: 'stream',
    schema: { params: Type.Object({ accountId: Id }) }
  }),
  changePassword: contract({
    method: 'PUT',
    url: '/auth/password',
    summary: 'Change the password; this requires the current one',
    tokens: false,
    audit: 'account.password.changed',
    example: { currentPassword: 'a long and quiet swell', newPassword: 'kelp under a low sun', endOtherSessions: true },
    schema: {
      body: Type.Object(
        {
          currentPassword: Type.String({ minLength: 1, maxLength: passwordMaxLength }),
          newPassword: Password,
          endOtherSessions: Type.Boolean(),
          endApiTokens: Type.Optional(Type.Boolean({ default: false }))
        },
        { additionalProperties: false }
      ),
      response: { 204: Nothing, 422: Problem }
    }
  }),
  sendProof: contract({
    method: 'POST',
    url: '/auth/me/email-proof',
    summary: 'Send the signed-in user an e-mail with a link that confirms the address',
    audit: 'account.email.proof.sent',
    schema: { response: { 202: Nothing, 409: Problem, 429: Problem } }
  }),
  sessions: contract({
    method: 'GET',
    url: '/auth/sessions',
    summary: 'Sessions of the user',
    schema: { response: { 200: Type.Object({ sessions: Type.Array(Session) }) } }
  }),
  endSession: contract({
    method: 'DELETE',
    url: '/auth/sessions/:sessionId',
    summary: 'End a session',
    tokens: false,
    audit: 'auth.session.ended',
    schema: { params: SessionParams, response: { 204: Nothing, 404: Problem } }
  }),
  tokens: contract({
    method: 'GET',
    url: '/auth/tokens',
    summary: 'Personal API tokens',
    schema: { response: { 200: Type.Object({ tokens: Type.Array(ApiToken) }) } }
  }),
  createToken: contract({
    method: 'POST',
    url: '/auth/tokens',
    summary: 'Create a personal API token; its secret is shown once',
    tokens: false,
    audit: 'account.token.created',
    example: { name: 'Notebook', scope: 'read', expiresAt: '2027-01-01T00:00:00.000Z' },
    schema: {
      body: ApiTokenDraft,
      response: { 201: Type.Interface([ApiToken], { secret: Type.String() }), 422: Problem }
    }
  }),
  revokeToken: contract({
    method: 'DELETE',
    url: '/auth/tokens/:tokenId',
    summary: 'Revoke a personal API token',
    tokens: false,
    audit: 'account.token.revoked',
    schema: { params: TokenParams, response: { 204: Nothing, 404: Problem } }
  })
}
