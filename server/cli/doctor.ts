import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { OpenDatabase } from '../backend/storage/database.ts'
import { schemaVersion } from '../backend/storage/migrate.ts'
import type { Config } from '../config.ts'
import { timestamp } from '../lib/clock.ts'
import { freeBytes, reservedBytes } from '../lib/free-space.ts'
import { auditFault } from './audit.ts'
import { compareBlobs } from './blob-check.ts'
import { type Command, exitCodes } from './command.ts'
import { withExistingDatabase } from './open-data.ts'

interface Finding {
  state: 'ok' | 'warning' | 'failed'
  text: string
}

const ok = (text: string): Finding => ({ state: 'ok', text })
const warning = (text: string): Finding => ({ state: 'warning', text })
const failed = (text: string): Finding => ({ state: 'failed', text })

const gibibyte = 1024 ** 3

export const doctor: Command = {
  usage: '',
  summary: 'Look for everything that could be wrong here: settings, disk, database, files, audit log',
  async run({ config, say }) {
    const settings = config()
    const findings: [string, Finding[]][] = [
      ['settings', [ok('in order')]],
      ['program', [nodeVersion()]],
      ['data folder', [await writable(settings.dataDir)]],
      ['disk', [await freeSpace(settings.dataDir)]]
    ]
    if (settings.backendUrl) findings.push(['database', [ok('kept by the backend that BACKEND_URL names')]])
    else findings.push(...(await dataFindings(settings)))
    findings.push(['audit log', [await auditFinding(settings.dataDir)]])

    for (const [name, list] of findings) {
      for (const { state, text } of list) say(`${state.padEnd(8)} ${name}: ${text}`)
    }
    return findings.some(([, list]) => list.some(({ state }) => state === 'failed')) ? exitCodes.failure : exitCodes.ok
  }
}

function nodeVersion(): Finding {
  const major = Number(process.versions.node.split('.')[0])
  return major >= 26 ? ok(`Node.js ${process.versions.node}`) : failed(`Node.js ${process.versions.node} is too old: 26 is needed`)
}

async function writable(dataDir: string): Promise<Finding> {
  try {
    const folder = await mkdtemp(join(dataDir, '.doctor-'))
    await rm(folder, { recursive: true })
    return ok(`${dataDir} can be written to`)
  } catch (error) {
    return failed(`${dataDir} cannot be written to: ${(error as NodeJS.ErrnoException).code}`)
  }
}

async function freeSpace(dataDir: string): Promise<Finding> {
  try {
    const free = await freeBytes(dataDir)
    const text = `${(free / gibibyte).toFixed(1)} GiB free`
    if (free < reservedBytes) return failed(text)
    return free < gibibyte ? warning(text) : ok(text)
  } catch (error) {
    return failed((error as Error).message)
  }
}

async function dataFindings(config: Config): Promise<[string, Finding[]][]> {
  try {
    return await withExistingDatabase(config, async (open, version) => [
      ['database', [await integrity(open)]],
      [
        'schema',
        [version === schemaVersion ? ok(`version ${version}`) : warning(`version ${version}, the next start brings it to ${schemaVersion}`)]
      ],
      ['clock', [await clock(open)]],
      ['files', await files(open, config.dataDir)]
    ])
  } catch (error) {
    return [['database', [failed((error as Error).message)]]]
  }
}

async function integrity({ db, sqlite }: OpenDatabase): Promise<Finding> {
  if (!sqlite) {
    await sql`select count(*) from account`.execute(db)
    return ok('PostgreSQL answers')
  }
  const { quick_check } = sqlite.prepare('pragma quick_check(1)').get() as { quick_check: string }
  const broken = sqlite.prepare('pragma foreign_key_check').all().length
  if (quick_check !== 'ok') return failed(`SQLite is damaged: ${quick_check}. Restore a backup.`)
  return broken > 0 ? failed(`${broken} rows point to rows that are gone`) : ok('SQLite is sound')
}

/** Sessions and rotated tokens go by the server's clock: one that was set back lets old ones live again. */
async function clock({ db }: OpenDatabase): Promise<Finding> {
  const { newest } = await db
    .selectFrom('activity')
    .select(({ fn }) => fn.max('time').as('newest'))
    .executeTakeFirstOrThrow()
  const now = timestamp()
  return newest && newest > now ? failed(`it is ${now}, but something was recorded at ${newest}: the clock was set back`) : ok(now)
}

async function files({ db }: OpenDatabase, dataDir: string): Promise<Finding[]> {
  const { missing, orphaned, referenced } = await compareBlobs(db, dataDir)
  const findings = [
    missing.length === 0 ? ok(`${referenced} are there`) : failed(`${missing.length} are missing, the first is ${missing[0]}`)
  ]
  if (orphaned.length > 0) findings.push(warning(`${orphaned.length} belong to nothing in the database`))
  return findings
}

async function auditFinding(dataDir: string): Promise<Finding> {
  const fault = await auditFault(dataDir)
  return fault ? failed(fault) : ok('the chain is whole')
}
