import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileCacheFolder } from '../../server/lib/compile-cache.ts'
import { picture } from '../support/pictures.ts'
import { freePort, processorMs, type Running, startServer } from './support/processes.ts'
import { signUp } from './support/sessions.ts'
import { median } from './support/statistics.ts'
import { count, ms, table } from './support/table.ts'

export const title = 'Footprint'

const starts = 7
const idleMs = 10_000
const pictures = 24
const calls = 4_000

/** Memory settings of `scripts/lib/start.mjs`. */
const oneHeap = { MALLOC_ARENA_MAX: '1' }
const jemalloc = { LD_PRELOAD: 'libjemalloc.so.2', MALLOC_CONF: 'background_thread:true,dirty_decay_ms:1000,muzzy_decay_ms:0' }

/** Measures the start-up on an empty and on an existing data folder. Also measures memory, idle and under load, and processor time. */
export async function measure(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-bench-'))
  try {
    const first = await start(folder)
    await first.running.stop()

    const later: number[] = []
    const processor: number[] = []
    for (let n = 0; n < starts; n++) {
      const { running, readyMs } = await start(folder)
      later.push(readyMs)
      processor.push(processorMs(running.process.pid!))
      await running.stop()
    }

    const memory = [await memoryOf('as `npm start` starts it', oneHeap)]
    if (hasJemalloc()) memory.push(await memoryOf('jemalloc, as in the container', jemalloc))
    return [
      table(
        ['what', 'measured', 'bar'],
        [
          ['first start, empty data folder, until ready', ms(first.readyMs), ''],
          [`start on an existing data folder, until ready (median of ${starts})`, ms(median(later)), '1,500 ms'],
          ['processor time of such a start, both threads', ms(median(processor)), '']
        ]
      ),
      '',
      `Resident memory in MiB: ${idleMs / 1000} s after a second start; the peak of the server with its children, while ${pictures} photographs of 24 megapixels`,
      `arrive and ${count(calls)} calls are answered; the server ${idleMs / 1000} s later. Processor time: that of the server and its children for this load. Bars, idle: 190 MiB, in the container 170.`,
      '',
      table(['memory', 'idle', 'most, all processes', 'server after', 'processor time'], memory)
    ].join('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const hasJemalloc = () => execFileSync('ldconfig', ['-p']).includes(jemalloc.LD_PRELOAD)

async function memoryOf(name: string, env: Record<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-bench-'))
  await (await start(folder, env)).running.stop() // the compiled code is cached, and saves memory at the next start
  const { running } = await start(folder, env)
  try {
    await new Promise(resolve => setTimeout(resolve, idleMs))
    const idle = residentMib([running.process.pid!])
    const before = processorOfAll(running)
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, residentMib(processesOf(running)))
    }, 100)
    await work(running)
    clearInterval(watch)
    const spent = processorOfAll(running) - before
    await new Promise(resolve => setTimeout(resolve, idleMs))
    return [name, `${idle.toFixed(0)} MiB`, `${most.toFixed(0)} MiB`, `${residentMib([running.process.pid!]).toFixed(0)} MiB`, ms(spent)]
  } finally {
    await running.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Uploads photographs one after another while calls arrive, like the work of one team. */
async function work(running: Running): Promise<void> {
  const headers = { 'X-Requested-By': 'app', cookie: await signUp(running) }
  async function call(path: string, { headers: more, ...init }: RequestInit = {}) {
    const answer = await fetch(`${running.url}${path}`, { ...init, headers: { ...headers, ...more } })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const made = { method: 'POST', body: '{"title":"Reef"}', headers: { 'Content-Type': 'application/json' } }
  const { id } = (await (await call('/api/projects', made)).json()) as { id: string }

  async function upload(at: number): Promise<void> {
    const content = await picture({ width: 6000, height: 4000, seed: at })
    const about = `projectId ${btoa(id)},filename ${btoa(`frame-${at}.jpg`)}`
    const tus = { 'Tus-Resumable': '1.0.0' }
    const length = { 'Upload-Length': String(content.length), 'Upload-Metadata': about }
    const opened = await call('/api/uploads', { method: 'POST', headers: { ...tus, ...length } })
    const piece = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' }
    const { pathname } = new URL(opened.headers.get('location') ?? '', running.url)
    await call(pathname, { method: 'PATCH', headers: { ...tus, ...piece }, body: new Uint8Array(content) })
  }
  async function uploads() {
    for (let at = 0; at < pictures; at++) await upload(at)
  }
  async function reads() {
    for (let at = 0; at < calls; at++) await (await call(at % 2 ? `/api/projects/${id}/media?limit=60` : '/api/auth/me')).arrayBuffer()
  }
  await Promise.all([uploads(), reads()])
}

/** Lists the server and all its descendant processes. */
function processesOf({ process }: Running): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) if (/^\d+$/.test(name)) parents.set(Number(name), parentOf(Number(name)))
  const ids = [process.pid!]
  for (const id of ids) for (const [child, parent] of parents) if (parent === id) ids.push(child)
  return ids
}

const statOf = (pid: number, field: number) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[field - 3])
  } catch {
    return 0 // the process has ended
  }
}
const parentOf = (pid: number) => statOf(pid, 4)

/** Sums the processor time of running and ended processes. */
const processorOfAll = (running: Running) =>
  processesOf(running).reduce((sum, pid) => sum + [14, 15, 16, 17].reduce((ticks, field) => ticks + statOf(pid, field), 0) * 10, 0)

async function start(folder: string, more: Record<string, string> = {}): Promise<{ running: Running; readyMs: number }> {
  const port = await freePort()
  const dataDir = join(folder, 'data')
  // as `npm start` and the container set it
  const env = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, NODE_COMPILE_CACHE: compileCacheFolder(dataDir), ...more }
  const before = performance.now()
  const running = await startServer([process.execPath, 'server/main.ts'], { port, env, readyPath: '/readyz' })
  return { running, readyMs: performance.now() - before }
}

/** Sums the resident memory of processes with all their threads, in MiB. Source: Linux `/proc/<pid>/status`. */
function residentMib(pids: readonly number[]): number {
  const kib = pids.map(pid => {
    try {
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
    } catch {
      return 0 // the process has ended
    }
  })
  return kib.reduce((a, b) => a + b, 0) / 1024
}
