import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { networkInterfaces } from 'node:os'
import pino from 'pino'
import type { Test } from 'tap'
import { readConfig } from '../../server/config.ts'
import { startIsobath } from '../../server/isobath.ts'
import { goodPassword } from './backend.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Folder of the built web app, under `npm test`. */
const builtWeb = process.env.TEST_WEB_ROOT

export interface NewServer {
  url: string
  port: number
  dataDir: string
  /** Links for the first account, from the terminal. */
  links: string[]
  /** Lines of the debug log. */
  lines: string[]
  close(): Promise<void>
}

/** Starts a whole Isobath on every address of this machine, as an operator does. Closed when the test ends. */
export async function newServer(t: Test, settings: Record<string, string> = {}): Promise<NewServer> {
  const dataDir = settings.DATA_DIR ?? temporaryFolder(t)
  const links: string[] = []
  const lines: string[] = []
  const logger = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) })
  const config = readConfig({ HOST: '::', PORT: '0', ...settings, DATA_DIR: dataDir })
  const app = await startIsobath(config, { logger, ...(builtWeb && { webRoot: builtWeb }) }, link => links.push(link))
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= app.close()
    return closed
  }
  t.teardown(close)
  return { url: app.url, port: Number(new URL(app.url).port), dataDir, links, lines, close }
}

export const secretOf = (link = '') => link.split('#')[1] ?? ''

export interface Answer {
  status: number
  json: Record<string, unknown>
}

/** Sends one request as raw bytes, because `fetch` would not let a test choose the Host. */
export async function ask(
  port: number,
  path: string,
  { host = '127.0.0.1', headers = {}, json }: { host?: string; headers?: Record<string, string>; json?: object } = {}
): Promise<Answer> {
  const request = httpRequest({
    host,
    port,
    path,
    method: json ? 'POST' : 'GET',
    agent: false,
    headers: { 'x-requested-by': 'app', ...(json && { 'content-type': 'application/json' }), ...headers }
  })
  request.end(json && JSON.stringify(json))
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  for await (const piece of answer.setEncoding('utf8')) text += piece
  return { status: answer.statusCode ?? 0, json: text ? (JSON.parse(text) as Record<string, unknown>) : {} }
}

let people = 0

/** Requests an account, whether or not it is refused. */
export function register(
  port: number,
  { invitation, ...how }: { host?: string; headers?: Record<string, string>; invitation?: string } = {}
) {
  const json = { email: `person-${++people}@lab.example`, password: goodPassword, ...(invitation && { invitation }) }
  return ask(port, '/api/auth/register', { ...how, json })
}

export async function setUpState(port: number, how: { host?: string; headers?: Record<string, string> } = {}): Promise<unknown> {
  return (await ask(port, '/api/server', how)).json.setUp
}

/** Address of this machine in its network; null without a network. */
export function lanAddress(): string | null {
  const addresses = Object.values(networkInterfaces()).flatMap(list => list ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? null
}
