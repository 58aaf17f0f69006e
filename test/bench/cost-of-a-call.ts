import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkOutFirstVersion } from './support/first-version.ts'
import { bringImage, type Caller, mark, post } from './support/marked-image.ts'
import { freePort, processorMs, type Running, root, startServer } from './support/processes.ts'
import { signUp } from './support/sessions.ts'
import { median } from './support/statistics.ts'
import { ms, table } from './support/table.ts'

export const title = 'Cost of a call'

const rounds = 7
const marks = 2_000

interface Version {
  name: string
  server: Running
  caller: Caller
  mediaId: string
}

interface Call {
  name: string
  times: number
  bar: string
  path(version: Version): string
  headers?: Record<string, string>
}

const calls: Call[] = [
  { name: 'who am I', times: 1_500, bar: '0.6×', path: () => '/api/auth/me' },
  { name: `an image with ${marks} marks, zipped`, times: 40, bar: '0.7×', path: ({ mediaId }) => `/api/media/${mediaId}/annotations` },
  {
    name: `an image with ${marks} marks, as it is`,
    times: 40,
    bar: '0.7×',
    path: ({ mediaId }) => `/api/media/${mediaId}/annotations`,
    headers: { 'accept-encoding': 'identity' }
  }
]

/** Measures the processor time of the whole server per call, of 0.1.0 and of this tree, in alternating rounds. */
export async function measure(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-bench-'))
  const remove = checkOutFirstVersion(join(folder, 'first'))
  const versions: Version[] = []
  try {
    for (const [name, tree] of [['0.1.0', join(folder, 'first')] as const, ['this tree', root] as const])
      versions.push(await begin(name, tree, folder))
    const rows: string[][] = []
    for (const call of calls) {
      const [before, after] = versions.map(() => [] as number[]) as [number[], number[]]
      for (const version of versions) await cost(version, call)
      for (let round = 0; round < rounds; round++)
        for (const [at, version] of versions.entries()) [before, after][at]!.push(await cost(version, call))
      const ratio = median(after) / median(before)
      rows.push([call.name, ms(median(before)), ms(median(after)), `${ratio.toFixed(2)}×`, call.bar])
    }
    return [
      `Processor time of gateway and backend for one call of a signed-in person, one after the other; median of ${rounds} alternating rounds.`,
      '',
      table(['call', '0.1.0', 'this tree', 'ratio', 'bar'], rows)
    ].join('\n')
  } finally {
    await Promise.all(versions.map(({ server }) => server.stop()))
    remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function begin(name: string, tree: string, folder: string): Promise<Version> {
  const port = await freePort()
  const env = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: join(folder, `data-${name}`), LOG_LEVEL: 'info' }
  const server = await startServer([process.execPath, join(tree, 'server', 'main.ts')], { port, env, readyPath: '/readyz' })
  const caller = { url: server.url, cookie: await signUp(server) }
  const { id } = await post<{ id: string }>(caller, '/api/projects', { title: 'Reef' })
  const mediaId = await bringImage(caller, id)
  await mark(caller, id, mediaId, marks)
  return { name, server, caller, mediaId }
}

/** Measures the processor time of one call in milliseconds. */
async function cost(version: Version, { path, times, headers }: Call): Promise<number> {
  const { server, caller } = version
  const before = processorMs(server.process.pid!)
  for (let time = 0; time < times; time++) {
    const answer = await fetch(caller.url + path(version), { headers: { cookie: caller.cookie, ...headers } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path(version)} answered ${answer.status}`)
  }
  return (processorMs(server.process.pid!) - before) / times
}
