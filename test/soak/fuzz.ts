import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { everyContract } from '../../shared/every-contract.ts'
import { print } from '../bench/support/record.ts'
import { count, table } from '../bench/support/table.ts'
import type { ChunkResult } from '../support/fuzz/chunk.ts'
import type { FuzzFault } from '../support/fuzz/fuzz.ts'
import { kindsOfPeople } from '../support/fuzz/people.ts'
import { databasesAtHand } from '../support/postgres.ts'

export const title = 'Hostile requests'

const script = fileURLToPath(new URL('../support/fuzz/chunk.ts', import.meta.url))
/** Each chunk has its own process and database, so that neither grows without limit. */
const requestsPerChunk = 5_000

/**
 * `npm run soak -- fuzz [--requests=1000000] [--minutes=…] [--seed=…] [--chunk=sqlite/3]` `--minutes` starts no further chunk after that time;
 * `--chunk` repeats one chunk of a seed.
 */
export async function soak(args: string[]): Promise<string> {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string', default: '1000000' },
      minutes: { type: 'string', default: '1440' },
      seed: { type: 'string', default: randomBytes(4).toString('hex') },
      chunk: { type: 'string' }
    }
  })
  const { seed, chunk } = values
  print(`seed ${seed}`)
  const chunks = chunk ? [chunk] : chunksOf(Number(values.requests))
  const endsAt = Date.now() + Number(values.minutes) * 60_000
  const statuses = new Map<string, Map<number, number>>(databasesAtHand.map(database => [database, new Map()]))
  const faults: FuzzFault[] = []

  async function work(): Promise<void> {
    for (let next = chunks.shift(); next && Date.now() < endsAt; next = chunks.shift()) {
      const [database = ''] = next.split('/')
      const result = await run(database, `${seed}/${next}`)
      const counts = statuses.get(database)
      for (const [status, times] of result.byStatus) counts?.set(status, (counts.get(status) ?? 0) + times)
      for (const fault of result.faults) print(inFull(fault))
      faults.push(...result.faults)
      print(`  ${next}: ${count(total(statuses))} requests, ${faults.length} faults`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, work)) // one waits for a disk or a database while others work
  if (faults.length > 0) throw new Error(`${faults.length} kinds of answers were wrong, see above; seed ${seed}`)
  return recordOf(statuses, seed, chunk ? requestsPerChunk : Number(values.requests))
}

function chunksOf(requests: number): string[] {
  return Array.from({ length: Math.ceil(requests / requestsPerChunk) }, (_, at) => {
    const database = databasesAtHand[at % databasesAtHand.length]
    return `${database}/${Math.floor(at / databasesAtHand.length)}`
  })
}

async function run(database: string, seed: string): Promise<ChunkResult> {
  const child = spawn(process.execPath, [script, database, seed, String(requestsPerChunk)], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', piece => {
    text = (text + piece).slice(-5_000_000)
  })
  const [code] = await once(child, 'close')
  const last = text.trimEnd().split('\n').at(-1) ?? ''
  if (code !== 0) throw new Error(`the chunk ${seed} ended with ${code}:\n${text.slice(-5_000)}`)
  return JSON.parse(last) as ChunkResult
}

const inFull = ({ contract, fault, kind, count, request, answer, logged }: FuzzFault) =>
  `\n${contract} ${fault}, as ${kind}, ${count} times\n${request}\n${answer}\n${logged}`

const total = (statuses: Map<string, Map<number, number>>) =>
  [...statuses.values()].flatMap(counts => [...counts.values()]).reduce((a, b) => a + b, 0)

function recordOf(statuses: Map<string, Map<number, number>>, seed: string, wanted: number): string {
  const sent = total(statuses)
  const part = sent < wanted ? ` (of ${count(wanted)}: the time was over)` : ''
  const groups = [2, 3, 4, 5].map(group => `${group}xx`)
  const rows = [...statuses].map(([database, counts]) => {
    const inGroup = (group: string) =>
      [...counts].filter(([status]) => `${status}`[0] === group[0]).reduce((sum, [, times]) => sum + times, 0)
    return [database, ...groups.map(group => count(inGroup(group))), count(counts.get(500) ?? 0)]
  })
  return [
    `${count(sent)} requests${part} to all ${everyContract.length} contracts, as ${kindsOfPeople.length} kinds of people, alternately at the backend and through the`,
    'gateway: half of them are valid, with values at the limits of the allowed ranges; half have a fault in address, query, headers or',
    'body. Ids are those of the project, of a stranger, of another noun, or of nothing. Every answer fits the schema of its contract or is a problem.',
    `The only 5xx are those that a contract names (WoRMS cannot be reached). Seed \`${seed}\`.`,
    '',
    table(['database', ...groups, 'of them 500'], rows)
  ].join('\n')
}
