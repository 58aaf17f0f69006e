import createError, { type FastifyError } from '@fastify/error'

export const BackendTimeout = createError('BACKEND_TIMEOUT', 'The research server did not answer in time. Try again', 504)
export const BackendUnreachable = createError('BACKEND_UNREACHABLE', 'The research server cannot be reached. Try again in a moment', 502)
export const BackendUntrusted = createError('BACKEND_UNTRUSTED', 'The research server could not prove who it is. Tell the operator', 502)
export const InvalidAuthAnswer = createError('INVALID_AUTH_ANSWER', 'Invalid authentication response from server', 502)
export const SessionUnavailable = createError(
  'SESSION_UNAVAILABLE',
  'Your session could not be renewed just now. Try again in a moment',
  503
)
export const SessionTimeout = createError('SESSION_UNAVAILABLE', 'Your session could not be renewed in time. Try again in a moment', 504)
export const SessionRenewed = createError('SESSION_RENEWED', 'Your session was renewed meanwhile. Send it again', 503)
export const SessionEnded = createError('SESSION_ENDED', 'Your session has ended. Sign in again', 401)
export const SessionSuperseded = createError('SESSION_SUPERSEDED', 'A newer session of this browser has taken over. Try again', 401)
export const TokenTooLarge = createError(
  'TOKEN_TOO_LARGE',
  'The research server gave a session that no cookie can hold. Tell the operator',
  502
)
export const AuditUnavailable = createError(
  'AUDIT_UNAVAILABLE',
  'This cannot be recorded just now, so it was not done. Tell the operator',
  503
)
export const AuditLost = createError('AUDIT_UNAVAILABLE', 'This was done, but could not be recorded. Look before you repeat it', 503)
export const Overloaded = createError('OVERLOADED', 'The server has too much to do. Try again in a moment', 503)
export const TooManyRequests = createError('TOO_MANY_REQUESTS', 'Too many requests. Try again in %s', 429)
export const BodyTooLarge = createError('BODY_TOO_LARGE', 'The limit of this call is %s', 413)
export const BodyTooSlow = createError('BODY_TOO_SLOW', 'The request took too long to arrive', 408)
export const EncodedBody = createError('ENCODED_BODY', 'Send the body without Content-Encoding', 415)
export const BadTarget = createError('BAD_TARGET', 'The address of the request is not one that this server answers', 400)
export const WrongHost = createError('WRONG_HOST', 'This server does not answer for %s', 421)
export const ForeignOrigin = createError('FOREIGN_ORIGIN', 'The request comes from another site', 403)
export const HeaderNeeded = createError('HEADER_NEEDED', 'Send the header X-Requested-By: app', 403)
export const NoUpgrade = createError('NO_UPGRADE', 'This server has no WebSockets', 403)

/** The client went away before its answer: nobody is told. */
export class ClientGone extends Error {
  readonly code = 'CLIENT_GONE'
}

const timeouts = new Set(['BACKEND_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'])
const untrusted = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH)/

interface Coded {
  code?: string
  statusCode?: number
  cause?: unknown
}

/** What a person is told about a failed call to the backend. The socket's own message would show its address. */
export function upstreamFailure(error: unknown): FastifyError {
  const { code = '', statusCode, cause } = error as Coded
  if (timeouts.has(code)) return new BackendTimeout({ cause: error })
  if (untrusted.test(code)) return new BackendUntrusted({ cause: error })
  if (isOurs(error) && statusCode) return error as FastifyError
  if (cause && (cause as Coded).code !== code) return upstreamFailure(cause)
  return new BackendUnreachable({ cause: error })
}

const ours = new Set([
  'SESSION_UNAVAILABLE',
  'SESSION_RENEWED',
  'SESSION_ENDED',
  'SESSION_SUPERSEDED',
  'TOKEN_TOO_LARGE',
  'INVALID_AUTH_ANSWER',
  'BODY_TOO_LARGE',
  'BODY_TOO_SLOW',
  'BACKEND_UNREACHABLE',
  'BACKEND_UNTRUSTED'
])

function isOurs(error: unknown): boolean {
  return ours.has((error as Coded).code ?? '')
}
