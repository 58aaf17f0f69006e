import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { post } from './support/marked-image.ts'
import { freePort, type Running, startServer } from './support/processes.ts'
import { signUp } from './support/sessions.ts'
import { quantile } from './support/statistics.ts'
import { ms, table } from './support/table.ts'

export const title = 'Sign-in under attack'

const accounts = 5
const signInsEach = 12
const password = 'forty fathoms of cold water'

export interface Target {
  server: Running
  /** Session cookies of the project's owner. */
  cookie: string
  projectId: string
}

export interface Attack {
  name: string
  /** Starts the attack. The resolved function ends it, and resolves to a summary of the answers that the attacker got. */
  begin(target: Target): Promise<() => Promise<string>>
}

const attacks: Attack[] = [
  { name: '8 MB of 2.7 million empty operations, read-only token', begin: target => attack(target, 'operations', 'read') },
  { name: 'the same with a token that may write', begin: target => attack(target, 'operations', 'write') },
  { name: 'the same with a token that nobody made', begin: target => attack(target, 'operations', null) },
  { name: 'PNG of 3 MB whose texts unpack to gigabytes', begin: target => attack(target, 'pictures', 'write') },
  { name: 'label lists of 53 MB', begin: target => attack(target, 'labels', 'write') }
]

/** Measures the 95th percentile of sign-in times, at rest and during each attack, on a fresh server for each. */
export async function measure(): Promise<string> {
  const rows: string[][] = []
  for (const attack of attacks) {
    const { idle, attacked, got } = await underAttack(attack)
    const [before, during] = [quantile(idle, 0.95), quantile(attacked, 0.95)]
    rows.push([attack.name, ms(before), ms(during), `${(during / before).toFixed(1)}×`, '3×', got])
  }
  return [
    `\`POST /api/auth/login\` one after the other, ${accounts * signInsEach} of each; the attacker's program and the server share this machine.`,
    '',
    table(['attack', 'p95 in peace', 'p95 during', 'ratio', 'bar', 'the attacker got'], rows)
  ].join('\n')
}

async function underAttack({ begin }: Attack) {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-bench-'))
  const port = await freePort()
  const env = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: join(folder, 'data') }
  const server = await startServer([process.execPath, 'server/main.ts'], { port, env, readyPath: '/readyz' })
  try {
    const cookie = await signUp(server)
    const { id } = await post<{ id: string }>({ url: server.url, cookie }, '/api/projects', { title: 'Reef' })
    await signIns(server, 'warm')
    const idle = await signIns(server, 'idle')
    const end = await begin({ server, cookie, projectId: id })
    const attacked = await signIns(server, 'attacked')
    return { idle, attacked, got: await end() }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Measures many sign-ins in milliseconds, each by another account, because sign-ins per account are limited. */
async function signIns({ url }: Running, name: string): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < accounts; at++) {
    const email = `${name}-${at}@lab.example`
    await post({ url, cookie: '' }, '/api/auth/register', { email, password })
    for (let time = 0; time < signInsEach; time++) {
      const before = performance.now()
      const answer = await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'x-requested-by': 'app' },
        body: new URLSearchParams({ username: email, password })
      })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`signing in answered ${answer.status}`)
      times.push(performance.now() - before)
    }
  }
  return times
}

async function attack({ server, cookie, projectId }: Target, kind: string, scope: 'read' | 'write' | null): Promise<() => Promise<string>> {
  const draft = { name: 'script', scope, expiresAt: null }
  const token = scope ? (await post<{ secret: string }>({ url: server.url, cookie }, '/api/auth/tokens', draft)).secret : 'nobody-made-this'
  const program = join(import.meta.dirname, 'support', 'attack.ts')
  const attacker = spawn(process.execPath, [program, server.url, token, projectId, kind], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  attacker.stdout.setEncoding('utf8').on('data', piece => {
    text += piece
  })
  await new Promise(resolve => setTimeout(resolve, 4_000)) // until the attack runs at full speed
  return async () => {
    const closed = once(attacker, 'close')
    attacker.kill('SIGTERM')
    await closed
    return Object.entries(JSON.parse(text) as Record<string, number>)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ')
  }
}
