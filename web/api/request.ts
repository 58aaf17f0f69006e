import { requestTimeoutMs } from '../../shared/limits.ts'
import { isNotOffered, refusal, unreachable } from './api-error.ts'
import { credentials } from './credentials.ts'
import { debugLog } from './debug-log.ts'

/** Calls that work without a valid session. They are sent without refreshing the session first. */
const sessionless = new Set([
  '/api/auth/login',
  '/api/auth/register',
  '/api/auth/refresh',
  '/api/auth/logout',
  '/api/auth/forgot-password',
  '/api/auth/reset-password',
  '/api/server'
])

export interface RequestOptions {
  method: string
  body?: BodyInit
  contentType?: string
  signal?: AbortSignal
  /** Removes the total deadline: uploads and downloads may take any amount of time. */
  unlimited?: boolean
}

/** Path of a call, with the prefix `/api` added if it is missing. */
export function apiPath(path: string): string {
  const rooted = path.startsWith('/') ? path : `/${path}`
  return rooted === '/api' || rooted.startsWith('/api/') ? rooted : `/api${rooted}`
}

/** Headers that the gateway requires for every request that changes data, and in bearer mode the bearer token. */
export async function requestHeaders(path = ''): Promise<Record<string, string>> {
  const authorization = sessionless.has(path) ? null : await credentials().authorization()
  return { 'X-Requested-By': 'app', ...(authorization && { Authorization: authorization }) }
}

/**
 * Sends a request to the API.
 * @throws ApiError when the server refuses the request or does not respond
 * @throws DOMException `AbortError` when the caller cancelled
 */
export async function request(path: string, { method, body, contentType, signal, unlimited }: RequestOptions): Promise<Response> {
  const url = apiPath(path)
  const plainUrl = url.split('?', 1)[0]!
  const headers = { ...(await requestHeaders(plainUrl)), Accept: 'application/json', ...(contentType && { 'Content-Type': contentType }) }
  const signIns = credentials().signIns()
  const deadline = unlimited ? [] : [AbortSignal.timeout(requestTimeoutMs)]
  const response = await fetch(url, {
    method,
    headers,
    body,
    credentials: 'same-origin',
    signal: AbortSignal.any([...(signal ? [signal] : []), ...deadline])
  }).catch(cause => {
    if (signal?.aborted) throw cause
    const error = unreachable(cause)
    debugLog.add('ERROR', `${method} ${plainUrl}: ${error.message}`)
    throw error
  })
  if (response.ok) return response
  const error = refusal(response.status, await response.text().catch(() => ''), response.headers.get('x-request-id'))
  debugLog.add(isNotOffered(error) ? 'DEBUG' : 'WARN', `${method} ${plainUrl} answered ${response.status}`, {
    code: error.code,
    requestId: error.requestId,
    message: error.message
  })
  if (response.status === 401) credentials().refused(signIns)
  throw error
}
