import fp from 'fastify-plugin'

const pagePolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'"
].join('; ')
/** Content security policy for responses under `/api`. The policy prevents scripts from running when a response is opened as a page. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

const oneYearSeconds = 31_536_000

export interface SecurityHeaders {
  ofPages: Record<string, string>
  ofData: Record<string, string>
}

export function securityHeaders(https: boolean, hstsSubdomains: boolean): SecurityHeaders {
  const common = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(https && { 'strict-transport-security': `max-age=${oneYearSeconds}${hstsSubdomains ? '; includeSubDomains' : ''}` })
  }
  const upgrade = https ? '; upgrade-insecure-requests' : ''
  return {
    ofPages: { 'content-security-policy': pagePolicy + upgrade, ...common },
    ofData: { 'content-security-policy': dataPolicy, 'cache-control': 'no-store', ...common }
  }
}

/** Sets the security headers of every response, including errors. The headers are constants, so they need not be assembled for each request. */
export const security = fp<{ headers: SecurityHeaders }>(
  async (app, { headers }) => {
    app.addHook('onRequest', (request, reply, done) => {
      reply.headers(request.raw.url!.startsWith('/api/') ? headers.ofData : headers.ofPages)
      reply.header('x-request-id', request.id)
      done()
    })
  },
  { name: 'security-headers' }
)
