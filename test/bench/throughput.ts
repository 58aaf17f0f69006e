import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Peer, startPeers, startUpstream } from './support/peers.ts'
import { output, processorMs, root } from './support/processes.ts'
import { signIn } from './support/sessions.ts'
import { median } from './support/statistics.ts'
import { count, table } from './support/table.ts'

export const title = 'Gateway throughput'

const connections = 32
const rounds = 7
const seconds = 4
const autocannon = join(root, 'test', 'bench', 'node_modules', 'autocannon', 'autocannon.js')

/**
 * Measures requests per second on `GET /api/projects`, each proxy in one process in front of one canned upstream, with the load from a separate
 * process. Rounds rotate through the peers, so that a drift of the machine affects all of them equally.
 */
export async function measure(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-bench-'))
  const upstream = await startUpstream()
  const peers = await startPeers(upstream.url, folder)
  const everyone: Peer[] = [...peers, { name: 'the upstream itself', server: upstream }]
  const measured = new Map(everyone.map(({ name }) => [name, { rates: [] as number[], requests: 0, processorMs: 0 }]))
  try {
    const cookie = await signIn(peers[0]!.server)
    for (const { server } of everyone) await load(server.url, cookie, 2) // warm-up, not counted
    for (let round = 0; round < rounds; round++) {
      const first = round % everyone.length
      for (const { name, server } of [...everyone.slice(first), ...everyone.slice(0, first)]) {
        const sum = measured.get(name)!
        const before = processorMs(server.process.pid!)
        const { rate, requests } = await load(server.url, cookie, seconds)
        sum.processorMs += processorMs(server.process.pid!) - before
        sum.requests += requests
        sum.rates.push(rate)
      }
    }
  } finally {
    await Promise.all(everyone.map(({ server }) => server.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
  const ours = measured.get(peers[0]!.name)!
  const costOf = (sum: typeof ours) => (sum.processorMs * 1000) / sum.requests
  const rows = [...measured].map(([name, sum]) => [
    name,
    count(median(sum.rates)),
    `${count(Math.min(...sum.rates))}–${count(Math.max(...sum.rates))}`,
    `${(median(ours.rates) / median(sum.rates)).toFixed(2)} ×`,
    `${costOf(sum).toFixed(0)} µs`,
    `${(costOf(sum) / costOf(ours)).toFixed(2)} ×`
  ])
  return [
    `\`GET /api/projects\`, ${connections} connections, ${rounds} alternating rounds of ${seconds} s, requests per second.`,
    "Isobath's full path: sealed cookie, contract check, deadline, request id, security headers, rate limit, access log, metrics.",
    'Processor time is that of the proxy alone, per request: it is the cost of the proxy, regardless of other load on the machine.',
    '',
    table(['proxy', 'median', 'range', 'Isobath ÷ this', 'processor time', 'this ÷ Isobath'], rows)
  ].join('\n')
}

async function load(url: string, cookie: string, duration: number): Promise<{ rate: number; requests: number }> {
  const args = [autocannon, '-j', '-c', String(connections), '-d', String(duration), '-H', `cookie=${cookie}`, `${url}/api/projects`]
  const result = JSON.parse(await output(process.execPath, args)) as Record<string, number> & {
    requests: { total: number }
    duration: number
  }
  if (result.non2xx) throw new Error(`${url}: ${result.non2xx} answers that are not 2xx`)
  return { rate: result.requests.total / result.duration, requests: result.requests.total }
}
