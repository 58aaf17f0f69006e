import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ForeignBackendOptions {
  /** Lifetime of an access token in seconds. */
  accessSeconds?: number
  /** Whether registration returns tokens too, as the spec allows. */
  registerGivesTokens?: boolean
  /** Port to listen on; any free one when absent. */
  port?: number
}

interface Account {
  id: number
  email: string
  password: string
}

interface Project {
  id: number
  owner: number
  title: string
  [field: string]: unknown
}

interface Family {
  account: number
  /** The only refresh token that is still valid. */
  current: string
  revoked: boolean
}

type Answer = { status: number; body?: unknown; headers?: Record<string, string> }

const maxBodyBytes = 1024 * 1024

/**
 * Starts a third-party backend that implements section 7 of the product spec and nothing else, in the manner of FastAPI. `detail` is a sentence or a
 * list of `{ loc, msg, type }`, ids are numbers, projects are a plain array, and fields have different names. It has no problem documents, no
 * revisions, no `/api/server` and no logout. Refresh tokens work once; using one twice ends its session.
 */
export async function startForeignBackend({ accessSeconds = 300, registerGivesTokens = false, port = 0 }: ForeignBackendOptions = {}) {
  const key = randomBytes(32)
  const accounts: Account[] = []
  const projects: Project[] = []
  const families = new Map<string, Family>()
  const calls: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[] = []
  let serial = 0

  function token(claims: Record<string, unknown>): string {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, jti: ++serial })}`
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
  }

  function claims(jwt: string | undefined, use: 'access' | 'refresh'): { sub: string; family: string } | null {
    const [header, payload, signature] = (jwt ?? '').split('.')
    if (!payload || createHmac('sha256', key).update(`${header}.${payload}`).digest('base64url') !== signature) return null
    const read = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string; family: string; use: string; exp: number }
    return read.use === use && read.exp > Date.now() / 1000 ? read : null
  }

  function newTokens(account: number, familyId: string) {
    const now = Math.floor(Date.now() / 1000)
    const common = { sub: String(account), family: familyId, iat: now }
    const access_token = token({ ...common, use: 'access', exp: now + accessSeconds })
    const refresh_token = token({ ...common, use: 'refresh', exp: now + 7 * 24 * 3600 })
    families.set(familyId, { account, current: refresh_token, revoked: false })
    return { access_token, refresh_token, token_type: 'bearer' }
  }

  function login(body: URLSearchParams): Answer {
    const missing = ['username', 'password'].filter(name => !body.get(name))
    if (missing.length > 0) return { status: 422, body: { detail: missing.map(field => fault(field, 'Field required')) } }
    const account = accounts.find(({ email, password }) => email === body.get('username') && password === body.get('password'))
    if (!account) return { status: 401, body: { detail: 'Incorrect email or password' } }
    return { status: 200, body: newTokens(account.id, randomBytes(9).toString('hex')) }
  }

  function register(body: Record<string, unknown>): Answer {
    const { email, password } = body
    if (typeof email !== 'string' || !email.includes('@')) {
      return { status: 422, body: { detail: [fault('email', 'value is not a valid email address')] } }
    }
    if (typeof password !== 'string') return { status: 422, body: { detail: [fault('password', 'Field required')] } }
    if (accounts.some(account => account.email === email)) return { status: 400, body: { detail: 'Email already registered' } }
    const account = { id: accounts.length + 1, email, password }
    accounts.push(account)
    const user = { id: account.id, email }
    return { status: 201, body: registerGivesTokens ? { ...user, ...newTokens(account.id, randomBytes(9).toString('hex')) } : user }
  }

  function refresh(sent: string | undefined): Answer {
    const read = claims(sent, 'refresh')
    const family = read && families.get(read.family)
    if (!read || !family || family.revoked) return { status: 401, body: { detail: 'Could not validate credentials' } }
    if (family.current !== sent) {
      family.revoked = true
      return { status: 401, body: { detail: 'Refresh token was used before' } }
    }
    return { status: 200, body: newTokens(family.account, read.family) }
  }

  function ofProjects(method: string, id: string | undefined, account: number, body: Record<string, unknown>): Answer {
    const own = projects.filter(project => project.owner === account)
    if (id === undefined) {
      if (method === 'GET') return { status: 200, body: own.map(shown) }
      if (method !== 'POST') return { status: 405, body: { detail: 'Method Not Allowed' } }
      if (typeof body.title !== 'string') return { status: 422, body: { detail: [fault('title', 'Field required')] } }
      const project = { ...body, id: projects.length + 1, owner: account, title: body.title }
      projects.push(project)
      return { status: 200, body: shown(project) }
    }
    const project = own.find(project => String(project.id) === id)
    if (!project) return { status: 404, body: { detail: 'Project not found' } }
    if (method === 'GET') return { status: 200, body: shown(project) }
    if (method === 'PUT') return { status: 200, body: shown(Object.assign(project, body)) }
    if (method !== 'DELETE') return { status: 405, body: { detail: 'Method Not Allowed' } }
    projects.splice(projects.indexOf(project), 1)
    return { status: 204 }
  }

  function answer(request: IncomingMessage, path: string, text: string): Answer {
    const method = request.method ?? 'GET'
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
    const form = new URLSearchParams(isForm ? text : '')
    const json = (isForm || text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
    const call = `${method} ${path}`
    if (call === 'POST /api/auth/login') return login(form)
    if (call === 'POST /api/auth/register') return register(json)
    if (call === 'POST /api/auth/refresh') return refresh(form.get('refresh_token') ?? (json.refresh_token as string | undefined))

    const [, noun, id] = /^\/api\/(auth\/me|projects|scraper\/jobs|data\/opportunities)(?:\/(\w+))?$/.exec(path) ?? []
    if (!noun) return { status: 404, body: { detail: 'Not Found' } }
    const viewer = claims(request.headers.authorization?.replace(/^Bearer /, ''), 'access')
    const account = accounts.find(({ id }) => String(id) === viewer?.sub)
    if (!viewer || !account || families.get(viewer.family)?.revoked) {
      return { status: 401, body: { detail: 'Could not validate credentials' }, headers: { 'www-authenticate': 'Bearer' } }
    }
    if (noun === 'auth/me') return { status: 200, body: { id: account.id, email: account.email } }
    if (noun === 'projects') return ofProjects(method, id, account.id, json)
    return { status: 200, body: [] }
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= maxBodyBytes) chunks.push(chunk)
    })
    request.on('end', () => {
      const path = request.url!.split('?')[0]!
      const text = Buffer.concat(chunks).toString()
      calls.push({ method: request.method!, path, headers: request.headers, body: text })
      let result: Answer
      try {
        result = answer(request, path, text)
      } catch {
        result = { status: 400, body: { detail: 'There was an error parsing the body' } }
      }
      const body = result.body === undefined ? '' : JSON.stringify(result.body)
      response.writeHead(result.status, { ...(body && { 'content-type': 'application/json' }), server: 'uvicorn', ...result.headers })
      response.end(body)
    })
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Every request that arrived, in order. */
    calls,
    callsTo: (method: string, path: string) => calls.filter(call => call.method === method && call.path === path).length,
    /** Adds an account without a registration. */
    addAccount(email: string, password: string) {
      accounts.push({ id: accounts.length + 1, email, password })
    },
    /** Ends every session, as an administrator would. */
    revokeEverything() {
      for (const family of families.values()) family.revoked = true
    },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    }
  }
}

function fault(field: string, msg: string) {
  return { loc: ['body', field], msg, type: 'value_error' }
}

function shown({ owner: _owner, ...project }: Project) {
  return project
}
