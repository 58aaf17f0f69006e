import type { IncomingHttpHeaders } from 'node:http'

/** Headers of a response with which it can be revalidated later. Source: RFC 9110, 8.8 and 13.1. */
export interface Validators {
  etag?: string
  lastModified?: string
  /** `Cache-Control` of the response. It stays in force if a later 304 has none. */
  cacheControl?: string
}

/** Maximum length of a validator in characters. */
const longest = 500

const usable = (header: string | string[] | undefined): string | undefined => {
  const text = [header ?? []].flat().join(', ') // a header may be sent on several lines
  return text.length <= longest && /^[\x20-\x7e]+$/.test(text) ? text : undefined
}

/** Validators of a response. Validators that are longer, or are not plain ASCII, are left out. */
export function validatorsOf(headers: IncomingHttpHeaders): Validators {
  const [etag, lastModified, cacheControl] = [usable(headers.etag), usable(headers['last-modified']), usable(headers['cache-control'])]
  return { ...(etag && { etag }), ...(lastModified && { lastModified }), ...(cacheControl && { cacheControl }) }
}

/** Headers of a request that is answered with 304 if nothing has changed; none without validators. */
export const conditionsOf = ({ etag, lastModified }: Validators): Record<string, string> => ({
  ...(etag && { 'if-none-match': etag }),
  ...(lastModified && { 'if-modified-since': lastModified })
})
