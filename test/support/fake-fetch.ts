import type { Test } from 'tap'

export interface SentRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

type Answer = { status?: number; json?: unknown; text?: string; headers?: Record<string, string> } | Error

/** Replaces `fetch` for one test: every request is recorded and answered by `answer`. */
export function fakeFetch(t: Test, answer: (request: SentRequest) => Answer | Promise<Answer>): SentRequest[] {
  const sent: SentRequest[] = []
  const original = globalThis.fetch
  t.teardown(() => {
    globalThis.fetch = original
  })
  globalThis.fetch = async (url, init = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers).entries())
    const request = { method: init.method ?? 'GET', path: String(url), headers, body: init.body === undefined ? '' : String(init.body) }
    sent.push(request)
    const given = await answer(request)
    if (given instanceof Error) throw given
    const { status = 200, json, text = json === undefined ? '' : JSON.stringify(json) } = given
    const type = json === undefined ? 'text/html' : 'application/json'
    return new Response(status === 204 ? null : text, { status, headers: { 'content-type': type, ...given.headers } })
  }
  return sent
}

/** Local storage in memory, restored at the end of the test. */
export function memoryStorage(initial: Record<string, string> = {}) {
  const items = new Map(Object.entries(initial))
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    /** Returns all its entries. */
    all: () => Object.fromEntries(items)
  }
}

/** Builds a JSON Web Token with these claims. Its signature is invalid, as browsers do not check it. */
export function tokenWith(claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256' })}.${part(claims)}.c2lnbmF0dXJl`
}
