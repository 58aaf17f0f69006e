import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { survivesKills } from '../support/durability/kills.ts'
import { count, table } from './support/table.ts'

export const title = 'Durability'

const kills = 200

/** `kill -9` of the whole server, again and again, in the middle of a stream of acknowledged writes. */
export async function measure(): Promise<string> {
  const adminUrl = process.env.TEST_DATABASE_URL
  const rows = [await measureOn('SQLite', null)]
  if (adminUrl) rows.push(await onFreshPostgres(adminUrl, url => measureOn('PostgreSQL', url)))
  return [
    'Projects made and renamed, pictures uploaded in pieces, boxes drawn and moved on them, each with its audit record. After every kill: nothing acknowledged is',
    'missing, every file is whole, the SQLite file passes its integrity check, the audit chain holds.',
    '',
    table(['database', 'kills', 'projects acknowledged', 'pictures acknowledged', 'annotations acknowledged', 'lost or broken'], rows)
  ].join('\n')
}

async function measureOn(name: string, databaseUrl: string | null): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-bench-'))
  try {
    const { known, faults } = await survivesKills({
      dataDir: join(folder, 'data'),
      databaseUrl,
      kills,
      onKill: kill => kill % 20 === 0 && process.stdout.write(`  ${name}: ${kill} kills\n`)
    })
    return [
      name,
      count(kills),
      count(known.projects.size),
      count(known.media.size),
      count(known.annotations.size),
      faults.length === 0 ? 'nothing' : faults.join('; ')
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onFreshPostgres<T>(adminUrl: string, use: (url: string) => Promise<T>): Promise<T> {
  const name = `bench_durability_${process.pid}`
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    await admin.query(`create database ${name}`)
    const url = new URL(adminUrl)
    url.pathname = `/${name}`
    return await use(url.href)
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
}
