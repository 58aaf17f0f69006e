import { type Static, Type } from 'typebox'
import { passwordMaxLength } from '../limits.ts'
import { Email, Password } from './accounts.ts'
import { Nothing, Problem } from './common.ts'
import { contract } from './contract.ts'

/** Token response of OAuth 2.0 (RFC 6749 section 5.1). The backend sends it, and the browser gets it with `SESSION_MODE=bearer`. */
export type Tokens = Static<typeof Tokens>
export const Tokens = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  refresh_token: Type.String({ minLength: 1 }),
  token_type: Type.Optional(Type.String({ default: 'bearer' }))
})

/** Response to the browser with `SESSION_MODE=cookie`: the session without its secrets. */
export type SessionRecord = Static<typeof SessionRecord>
export const SessionRecord = Type.Object({
  token_type: Type.String(),
  exp: Type.Union([Type.Number(), Type.Null()], {
    description: 'expiry of the access token in seconds since 1970; null when it never expires'
  }),
  sub: Type.Union([Type.String(), Type.Null()])
})

const TokensOrSession = Type.Union([Tokens, SessionRecord])

export const Credentials = Type.Object(
  {
    username: Type.String({ minLength: 1, maxLength: 254, description: 'the e-mail address' }),
    password: Type.String({ minLength: 1, maxLength: passwordMaxLength })
  },
  { additionalProperties: false }
)

export type Registration = Static<typeof Registration>
export const Registration = Type.Object(
  {
    email: Email,
    password: Password,
    invitation: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'secret from an invitation link, or from the set-up link of a new server'
      })
    )
  },
  { additionalProperties: false }
)

/** One-time token: 22 or more characters of base64url, at least 128 bits. */
const OneTimeToken = Type.String({ minLength: 22, maxLength: 128 })

export const authApi = {
  login: contract({
    method: 'POST',
    url: '/auth/login',
    summary: 'Sign in',
    auth: 'none',
    audit: 'auth.login',
    body: 'form',
    example: { username: 'ana@lab.example', password: 'a long and quiet swell' },
    schema: { body: Credentials, response: { 200: TokensOrSession, 401: Problem, 429: Problem } }
  }),
  register: contract({
    method: 'POST',
    url: '/auth/register',
    summary: 'Create an account; the first one becomes the administrator',
    auth: 'none',
    audit: 'auth.register',
    example: { email: 'ana@lab.example', password: 'a long and quiet swell' },
    schema: { body: Registration, response: { 201: TokensOrSession, 403: Problem, 422: Problem, 429: Problem } }
  }),
  refresh: contract({
    method: 'POST',
    url: '/auth/refresh',
    summary: 'Exchange the refresh token for new tokens',
    auth: 'none',
    body: 'json-or-form',
    example: { grant_type: 'refresh_token', refresh_token: 'token-from-signing-in' },
    schema: {
      body: Type.Object(
        {
          refresh_token: Type.Optional(Type.String({ minLength: 1, maxLength: 8192 })),
          grant_type: Type.Optional(Type.Literal('refresh_token'))
        },
        { additionalProperties: false }
      ),
      response: { 200: TokensOrSession, 401: Problem }
    }
  }),
  logout: contract({
    method: 'POST',
    url: '/auth/logout',
    summary: 'Sign out and revoke the tokens',
    auth: 'none',
    audit: 'auth.logout',
    example: { refresh_token: 'token-from-signing-in' },
    schema: {
      body: Type.Object({ refresh_token: Type.Optional(Type.String({ minLength: 1, maxLength: 8192 })) }, { additionalProperties: false }),
      response: { 204: Nothing }
    }
  }),
  forgotPassword: contract({
    method: 'POST',
    url: '/auth/forgot-password',
    summary: 'Request a link to set a new password; the answer does not reveal whether the account exists',
    auth: 'none',
    audit: 'auth.password.forgot',
    example: { email: 'ana@lab.example' },
    schema: { body: Type.Object({ email: Email }, { additionalProperties: false }), response: { 202: Nothing, 409: Problem, 429: Problem } }
  }),
  resetPassword: contract({
    method: 'POST',
    url: '/auth/reset-password',
    summary: 'Set a new password with a one-time link',
    auth: 'none',
    audit: 'auth.password.reset',
    example: { token: 'the-token-in-the-address-of-the-link', password: 'a long and quiet swell' },
    schema: {
      body: Type.Object({ token: OneTimeToken, password: Password }, { additionalProperties: false }),
      response: { 204: Nothing, 422: Problem }
    }
  }),
  proveEmail: contract({
    method: 'POST',
    url: '/auth/prove-email',
    summary: 'Confirm an e-mail address with the one-time link that was sent to it',
    auth: 'none',
    audit: 'auth.email.proved',
    example: { token: 'the-token-in-the-address-of-the-link' },
    schema: {
      body: Type.Object({ token: OneTimeToken }, { additionalProperties: false }),
      response: { 204: Nothing, 422: Problem }
    }
  })
}
