import { unreachable } from './api-error.ts'
import type { Answer, CallName, CallOptions } from './calls.ts'
import { request } from './request.ts'

interface LooseOptions {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  json?: object
  form?: Record<string, unknown>
  stream?: Blob
  signal?: AbortSignal
}

/**
 * Calls an endpoint of the contracts by method and path: `call('GET /projects/:projectId', { params: { projectId } })`.
 * The contract determines the types of the options and of the answer.
 * @throws ApiError
 */
export async function call<K extends CallName>(name: K, options: CallOptions<K>): Promise<Answer<K>> {
  const { params, query, json, form, stream, signal } = options as LooseOptions
  const [method = '', template = ''] = name.split(' ')
  const path = withQuery(fill(template, params ?? {}), query ?? {})
  const response = await request(path, { method, signal, unlimited: stream !== undefined, ...bodyOf({ json, form, stream }) })
  const text = await response.text().catch(cause => {
    if (signal?.aborted) throw cause
    throw unreachable(cause)
  })
  return (text && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null) as Answer<K>
}

function bodyOf({ json, form, stream }: Pick<LooseOptions, 'json' | 'form' | 'stream'>) {
  if (form) return { body: searchParams(form), contentType: 'application/x-www-form-urlencoded;charset=UTF-8' }
  if (stream) return { body: stream, contentType: stream.type || 'application/octet-stream' }
  return json ? { body: JSON.stringify(json), contentType: 'application/json' } : {}
}

function fill(template: string, params: Record<string, string | number>): string {
  return template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
}

function withQuery(path: string, query: Record<string, unknown>): string {
  const text = searchParams(query).toString()
  return text ? `${path}?${text}` : path
}

function searchParams(values: Record<string, unknown>): URLSearchParams {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
}
