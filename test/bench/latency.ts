import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPeers, startUpstream } from './support/peers.ts'
import { output } from './support/processes.ts'
import { signIn } from './support/sessions.ts'
import { quantile } from './support/statistics.ts'
import { ms, table } from './support/table.ts'

export const title = 'Added latency'

const rate = 200
const secondsPerRound = 8
const rounds = 4
const client = join(import.meta.dirname, 'support', 'open-loop.ts')

/** Measures the time to the last byte at a steady rate, through each proxy and directly at the upstream, in alternating rounds. */
export async function measure(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-bench-'))
  const upstream = await startUpstream()
  const peers = await startPeers(upstream.url, folder)
  const everyone = [{ name: 'straight to the upstream', server: upstream }, ...peers]
  const samples = new Map(everyone.map(({ name }) => [name, [] as number[]]))
  try {
    const cookie = await signIn(peers[0]!.server)
    const load = async (url: string, seconds: number) =>
      JSON.parse(await output(process.execPath, [client, `${url}/api/projects`, String(rate), String(seconds), cookie])) as number[]
    for (const { server } of everyone) await load(server.url, 3) // warm-up, not counted
    for (let round = 0; round < rounds; round++) {
      for (const { name, server } of everyone) samples.get(name)!.push(...(await load(server.url, secondsPerRound)))
    }
  } finally {
    await Promise.all(everyone.map(({ server }) => server.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
  const direct = samples.get(everyone[0]!.name)!
  const rows = [...samples].map(([name, all]) => [
    name,
    ...[0.5, 0.99].flatMap(share => [ms(quantile(all, share)), ms(quantile(all, share) - quantile(direct, share))])
  ])
  return [
    `\`GET /api/projects\` at ${rate} requests per second, open loop, ${rounds} alternating rounds of ${secondsPerRound} s, time to the last byte.`,
    '',
    table(['way', 'p50', 'added', 'p99', 'added'], rows)
  ].join('\n')
}
