import type { FastifyError } from '@fastify/error'
import { gatewayCodes } from '../../shared/error-codes/gateway.ts'
import { codedError } from '../lib/coded-error.ts'

export const BackendTimeout = codedError(gatewayCodes.BACKEND_TIMEOUT)
export const BackendUnreachable = codedError(gatewayCodes.BACKEND_UNREACHABLE)
export const BackendUntrusted = codedError(gatewayCodes.BACKEND_UNTRUSTED)
export const InvalidAuthAnswer = codedError(gatewayCodes.INVALID_AUTH_ANSWER)
export const SessionUnavailable = codedError(gatewayCodes.SESSION_UNAVAILABLE)
export const SessionTimeout = codedError(gatewayCodes.SESSION_TIMEOUT)
export const SessionRenewed = codedError(gatewayCodes.SESSION_RENEWED)
export const SessionEnded = codedError(gatewayCodes.SESSION_ENDED)
export const SessionSuperseded = codedError(gatewayCodes.SESSION_SUPERSEDED)
export const TokenTooLarge = codedError(gatewayCodes.TOKEN_TOO_LARGE)
export const AuditUnavailable = codedError(gatewayCodes.AUDIT_UNAVAILABLE)
export const AuditLost = codedError(gatewayCodes.AUDIT_LOST)
export const Overloaded = codedError(gatewayCodes.OVERLOADED)
export const TooManyRequests = codedError(gatewayCodes.TOO_MANY_REQUESTS)
export const BodyTooLarge = codedError(gatewayCodes.BODY_TOO_LARGE)
export const BodyTooSlow = codedError(gatewayCodes.BODY_TOO_SLOW)
export const EncodedBody = codedError(gatewayCodes.ENCODED_BODY)
export const BadTarget = codedError(gatewayCodes.BAD_TARGET)
export const WrongHost = codedError(gatewayCodes.WRONG_HOST)
export const ForeignOrigin = codedError(gatewayCodes.FOREIGN_ORIGIN)
export const HeaderNeeded = codedError(gatewayCodes.HEADER_NEEDED)
export const NoUpgrade = codedError(gatewayCodes.NO_UPGRADE)

/** Failure of a request whose client disconnected before the response. No response is sent. */
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

/**
 * Converts a failed call to the backend to an error for the client. The message of the socket error is withheld, because it reveals the
 * backend's address.
 */
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
  'SESSION_TIMEOUT',
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
