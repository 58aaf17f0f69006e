import type { FieldError } from '../../shared/contracts/common.ts'
import * as texts from './texts.ts'

interface Facts {
  status: number
  code: string
  requestId: string | null
  errors: FieldError[]
  /** True when the server wrote `message`. */
  isFromServer: boolean
  body?: string
}

/** Failed API call. `message` can be shown on screen. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; 0 without a response. */
  declare readonly status: number
  /** Stable error code; `NETWORK` or `TIMEOUT` without a response, and empty for a response without a code. */
  declare readonly code: string
  /** Id by which the request can be found in the server's logs. */
  declare readonly requestId: string | null
  declare readonly errors: FieldError[]
  /** True when the server wrote `message`. */
  declare readonly isFromServer: boolean
  /** First 500 characters of the response body, unchanged. */
  declare readonly body: string

  constructor(message: string, facts: Facts, options?: ErrorOptions) {
    super(message, options)
    Object.assign(this, { body: '' }, facts)
  }
}

/** True when a foreign backend does not implement the call: 405, 501, or 404 without the code `NOT_FOUND`. */
export function isNotOffered(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 405 || error.status === 501 || (error.status === 404 && error.code !== 'NOT_FOUND'))
}

/** True when the server refused a call for good, so that a retry changes nothing: 403, 404, 409 or 422. */
export const isRefused = (error: unknown): boolean => error instanceof ApiError && [403, 404, 409, 422].includes(error.status)

export function unreachable(cause: unknown): ApiError {
  const timedOut = cause instanceof DOMException && cause.name === 'TimeoutError'
  const message = timedOut ? texts.timedOut : texts.unreachable
  return new ApiError(
    message,
    { status: 0, code: timedOut ? 'TIMEOUT' : 'NETWORK', requestId: null, errors: [], isFromServer: false },
    { cause }
  )
}

/** Parses an error response: an Isobath problem (RFC 9457), a foreign backend's `detail` (text or FastAPI's list), or any other body. */
export function refusal(status: number, body: string, requestId: string | null): ApiError {
  const problem = parseObject(body)
  const detail = detailOf(problem.detail)
  const code = typeof problem.code === 'string' ? problem.code : ''
  const errors = Array.isArray(problem.errors) ? problem.errors.filter(isFieldError) : []
  const given = typeof problem.requestId === 'string' ? problem.requestId : requestId
  const start = body.slice(0, 500)
  const facts = { status, code, requestId: given, errors, isFromServer: detail !== null, body: start }
  return new ApiError(detail ?? texts.requestFailed(status, start), facts)
}

/** Message in a `detail`; null without one. The items of FastAPI's list are joined. */
function detailOf(detail: unknown): string | null {
  if (typeof detail === 'string') return detail.trim() || null
  if (!Array.isArray(detail)) return null
  const messages = detail.flatMap(item => {
    if (typeof item === 'string') return [item]
    const message = (item as { msg?: unknown } | null)?.msg
    return typeof message === 'string' ? [message] : []
  })
  return messages.length ? messages.join('; ') : null
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {} // an HTML page of a proxy, or an empty body
  }
}

function isFieldError(value: unknown): value is FieldError {
  const { path, message } = (value ?? {}) as Partial<FieldError>
  return typeof path === 'string' && typeof message === 'string'
}

/**
 * Message to show for an error. Server messages, and those of connection failures and of errors in this page, are used unchanged.
 * All other errors get `fallback`, as the error catalogue of the spec requires.
 */
export function sentenceOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.isFromServer || error.status === 0 ? error.message : fallback
  return error instanceof Error && error.message ? error.message : fallback
}
