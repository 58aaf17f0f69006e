import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import type { Test } from 'tap'
import type { GatewayConfig } from '../../server/gateway/config.ts'
import { buildGateway } from '../../server/gateway/gateway.ts'

export const cookieKey = randomBytes(32)

/** Header that the web app sends with every call that changes something. */
export const fromApp = { 'x-requested-by': 'app' }

export interface TestGateway {
  app: FastifyInstance
  dataDir: string
  /** Lines of the debug log. */
  lines: Record<string, unknown>[]
}

/** Starts a gateway in front of the given backend, on a fresh data folder. It is closed when the test ends. */
export async function testGateway(t: Test, upstream: string, changes: Partial<GatewayConfig> = {}): Promise<TestGateway> {
  const dataDir = mkdtempSync(join(tmpdir(), 'isobath-gateway-'))
  const lines: Record<string, unknown>[] = []
  const logger = pino({ level: 'debug', base: undefined }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const app = await buildGateway({
    upstream: { url: upstream },
    dataDir,
    webRoot: join(dataDir, 'web'),
    publicUrl: null,
    hstsSubdomains: false,
    trustedProxies: [],
    sessionMode: 'cookie',
    cookieKeys: [cookieKey],
    proxyUnlisted: false,
    logLevel: 'debug',
    version: '0.0.0-test',
    embedded: false,
    drainDelayMs: 0,
    logger,
    ...changes
  })
  t.teardown(async () => {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { app, dataDir, lines }
}

const screen = { title: null, isForStrangers: false, reads: [], drawn: null, scripts: [], styles: [], fonts: [] }

/** Screens of the small web app: the landing page and pricing are prerendered. */
const screens = [
  { ...screen, path: '/projects/:projectId/annotate/sessions/*', scripts: ['/assets/sessions.js'] },
  { ...screen, path: '/projects/:projectId/annotate', scripts: ['/assets/annotate.js'] },
  {
    ...screen,
    path: '/dashboard',
    title: 'Dashboard · Isobath',
    reads: ['/api/projects?sort=modified&limit=6'],
    scripts: ['/assets/shell.js', '/assets/dashboard.js'],
    styles: ['/assets/dashboard.css']
  },
  { ...screen, path: '/pricing', title: 'Pricing · Isobath', drawn: '<h1>Free</h1>', scripts: ['/assets/pricing.js'] },
  {
    ...screen,
    path: '/',
    title: 'Isobath',
    isForStrangers: true,
    drawn: '<h1>The open lab</h1><p>Version %ISOBATH_VERSION%</p>',
    scripts: ['/assets/landing.js'],
    styles: ['/assets/landing.css'],
    fonts: ['/assets/serif.woff2']
  }
]

/** Builds a small web app: a page, hashed assets with their compressed forms, and files that must not be served. */
export function builtWebApp(t: Test): string {
  const root = t.testdir({})
  mkdirSync(join(root, 'assets'), { recursive: true })
  mkdirSync(join(root, '.vite'), { recursive: true })
  const files: Record<string, string> = {
    'index.html':
      '<!doctype html><html><head><title>Isobath</title><script type="application/json" id="isobath-config">{"sessionMode":"cookie"}</script><script type="module" src="/assets/index-abc123.js"></script><link rel="modulepreload" crossorigin href="/assets/runtime.js"></head><body><div id="root"></div></body></html>',
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/index-abc123.js': 'export const depth = 1',
    'assets/index-abc123.js.br': 'brotli bytes',
    'assets/index-abc123.js.gz': 'gzip bytes',
    'assets/index-abc123.js.map': '{}',
    '.env': 'SECRET=1',
    '.vite/manifest.json': '{}',
    '.vite/screens.json': JSON.stringify(screens)
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  return root
}

/** Returns the cookies of a browser after this answer. */
export function cookiesOf(answer: LightMyRequestResponse): Record<string, string> {
  return Object.fromEntries(answer.cookies.filter(cookie => cookie.value !== '').map(cookie => [cookie.name, cookie.value]))
}

export async function signIn(app: FastifyInstance, username: string, password: string, headers: Record<string, string> = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { ...fromApp, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ username, password }).toString()
  })
  return { answer, cookies: cookiesOf(answer) }
}

/** Starts a gateway that listens on a real port. */
export async function listeningGateway(t: Test, upstream: string, changes: Partial<GatewayConfig> = {}) {
  const gateway = await testGateway(t, upstream, changes)
  await gateway.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = gateway.app.server.address() as AddressInfo
  return { ...gateway, port, url: `http://127.0.0.1:${port}` }
}
