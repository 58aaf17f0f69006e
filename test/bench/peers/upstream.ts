// The canned upstream of the proxy benchmarks: answers immediately, without computing anything, on the given port.
import { createServer } from 'node:http'

const token = (claims: object) => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const inAnHour = Math.floor(Date.now() / 1000) + 3600

const project = (n: number) => ({
  id: `0192f0c4-7000-7000-8000-${String(n).padStart(12, '0')}`,
  title: `Transect ${n}: soft corals and sponges of the outer shelf`,
  description: 'Photo quadrats every five metres along a line from 20 m to 90 m of depth.',
  habitat: 'rocky reef',
  region: 'Monterey Bay',
  startDate: '2026-03-01',
  endDate: null,
  visibility: 'private',
  coverMediaId: null,
  role: 'owner',
  memberCount: 4,
  mediaCount: 1280,
  revision: 3,
  createdAt: '2026-03-01T09:12:44.120Z',
  modifiedAt: '2026-04-11T15:40:02.007Z',
  deletedAt: null
})

const answers: Record<string, { body: Buffer; type: string }> = {
  'GET /api/projects': json({ projects: Array.from({ length: 20 }, (_, n) => project(n)) }),
  'POST /api/auth/login': json({
    access_token: token({ sub: 'researcher', exp: inAnHour }),
    refresh_token: token({ sub: 'researcher', exp: inAnHour, jti: 'one' }),
    token_type: 'bearer'
  }),
  'GET /api/server': json({
    name: 'canned',
    version: '1',
    registration: 'closed',
    registrationDomains: [],
    passwordReset: 'administrator',
    features: []
  }),
  'GET /': json({})
}

function json(value: object) {
  return { body: Buffer.from(JSON.stringify(value)), type: 'application/json' }
}

const server = createServer((request, response) => {
  request.resume()
  const answer = answers[`${request.method} ${request.url}`]
  if (!answer) return response.writeHead(404).end()
  response.writeHead(200, { 'content-type': answer.type, 'content-length': answer.body.length }).end(answer.body)
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.argv[2]), '127.0.0.1')
process.once('SIGTERM', () => process.exit())
