import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { print } from '../bench/support/record.ts'
import { count, table } from '../bench/support/table.ts'
import { survivesKills } from '../support/durability/kills.ts'
import { databasesAtHand, freshPostgres } from '../support/postgres.ts'

export const title = 'Durability'

const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/**
 * `npm run soak -- kills [1000]`: kills whole servers with `kill -9` in the middle of acknowledged writes. The kills are divided among the databases.
 */
export async function soak([wanted = '1000']: string[]): Promise<string> {
  const kills = Math.ceil(Number(wanted) / databasesAtHand.length)
  const rows = await Promise.all(databasesAtHand.map(database => survive(database, kills)))
  return [
    'Projects made and renamed, pictures uploaded in pieces, boxes drawn and moved on them, each with its audit record. After every kill: nothing acknowledged is',
    'missing, every file is whole, the SQLite file passes its integrity check, the audit chain holds.',
    '',
    table(['database', 'kills', 'projects acknowledged', 'pictures acknowledged', 'annotations acknowledged', 'lost or broken'], rows)
  ].join('\n')
}

/** Kills per server. The data are checked after every kill, and a fresh server keeps these checks short. */
const killsPerServer = 100

async function survive(database: (typeof databasesAtHand)[number], kills: number): Promise<string[]> {
  const sums = { projects: 0, media: 0, annotations: 0 }
  for (let done = 0; done < kills; done += killsPerServer) {
    const known = await killOne(database, Math.min(killsPerServer, kills - done), done)
    for (const noun of ['projects', 'media', 'annotations'] as const) sums[noun] += known[noun].size
  }
  return [names[database], count(kills), count(sums.projects), count(sums.media), count(sums.annotations), 'nothing']
}

/** Kills one server again and again. @throws when something was lost or broken */
async function killOne(database: (typeof databasesAtHand)[number], kills: number, before: number) {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-kills-'))
  const endings: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const t = { teardown: (end: () => unknown) => endings.unshift(end) } as unknown as Test
  try {
    const databaseUrl = database === 'postgres' ? await freshPostgres(t) : null
    const { known, faults } = await survivesKills({
      dataDir: join(folder, 'data'),
      databaseUrl,
      kills,
      onKill: kill => kill % 20 === 0 && print(`  ${names[database]}: ${before + kill} kills`)
    })
    if (faults.length > 0) throw new Error(`on ${names[database]}: ${faults.join('; ')}`)
    return known
  } finally {
    for (const end of endings) await end()
  }
}
