// One part of `npm run soak -- fuzz`, in a separate process and on a separate database: `node chunk.ts <sqlite|postgres> <seed> <requests>`. Its last
// line is its result as JSON.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { fakeWorms } from '../fake-worms.ts'
import { freshPostgres } from '../postgres.ts'
import { type FuzzFault, fuzz } from './fuzz.ts'

export interface ChunkResult {
  sent: number
  byStatus: [status: number, count: number][]
  faults: FuzzFault[]
}

const [database, seed = '', requests] = process.argv.slice(2)
const endings: (() => unknown)[] = []
const t = { teardown: (end: () => unknown) => endings.unshift(end) } as unknown as Test
const folder = mkdtempSync(join(tmpdir(), 'isobath-fuzz-'))
endings.push(() => rmSync(folder, { recursive: true, force: true }))
try {
  const databaseUrl = database === 'postgres' ? await freshPostgres(t) : null
  const { url: wormsUrl } = await fakeWorms(t)
  const { sent, byStatus, faults } = await fuzz({ dataDir: folder, databaseUrl, seed, requests: Number(requests), wormsUrl })
  const result: ChunkResult = { sent, byStatus: [...byStatus], faults: [...faults.values()] }
  process.stdout.write(`\n${JSON.stringify(result)}\n`)
} finally {
  for (const end of endings) await end()
}
process.exit() // pending pauses would keep it alive for 15 s
