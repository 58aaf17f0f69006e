import { coded } from './coded-problem.ts'

export const gatewayCodes = coded({
  BACKEND_TIMEOUT: { status: 504, sentence: 'The research server did not answer in time. Try again' },
  BACKEND_UNREACHABLE: { status: 502, sentence: 'The research server cannot be reached. Try again in a moment' },
  BACKEND_UNTRUSTED: { status: 502, sentence: 'The research server could not prove its identity. Contact the operator' },
  INVALID_AUTH_ANSWER: { status: 502, sentence: 'Invalid authentication response from server' },
  SESSION_UNAVAILABLE: { status: 503, sentence: 'Your session could not be renewed just now. Try again in a moment' },
  SESSION_TIMEOUT: { status: 504, sentence: 'Your session could not be renewed in time. Try again in a moment' },
  SESSION_RENEWED: { status: 503, sentence: 'Your session was renewed in the meantime. Try again' },
  SESSION_ENDED: { status: 401, sentence: 'Your session has ended. Sign in again' },
  SESSION_SUPERSEDED: { status: 401, sentence: 'A newer session in this browser has taken over. Try again' },
  TOKEN_TOO_LARGE: { status: 502, sentence: 'The research server sent a session that is too large for a cookie. Contact the operator' },
  AUDIT_UNAVAILABLE: {
    status: 503,
    sentence: 'This cannot be recorded in the audit log at the moment, so it was not done. Contact the operator'
  },
  AUDIT_LOST: { status: 503, sentence: 'This was done, but could not be recorded in the audit log. Check the result before you repeat it' },
  OVERLOADED: { status: 503, sentence: 'The server is overloaded. Try again in a moment' },
  TOO_MANY_REQUESTS: { status: 429, sentence: 'Too many requests. Try again in %s' },
  BODY_TOO_LARGE: { status: 413, sentence: 'The request is too large: the limit for this call is %s' },
  BODY_TOO_SLOW: { status: 408, sentence: 'The request took too long to arrive' },
  ENCODED_BODY: { status: 415, sentence: 'Send the body without Content-Encoding' },
  MALFORMED_REQUEST: { status: 400, sentence: 'The request is not valid HTTP' },
  REQUEST_TOO_SLOW: { status: 408, sentence: 'The request took too long to arrive' },
  HEADERS_TOO_LARGE: { status: 431, sentence: 'The headers of the request are too large' },
  BAD_TARGET: { status: 400, sentence: 'This server does not serve the address of the request' },
  WRONG_HOST: { status: 421, sentence: 'This server does not serve the host %s' },
  FOREIGN_ORIGIN: { status: 403, sentence: 'The request comes from another site' },
  HEADER_NEEDED: { status: 403, sentence: 'Send the header X-Requested-By: app' },
  NO_UPGRADE: { status: 403, sentence: 'This server does not support WebSockets' }
})
