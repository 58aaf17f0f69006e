import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { filesAreOurs, holdsBlobs } from '../backend/media/files-identity.ts'
import { type Amount, trashDays, unusedFiles } from '../backend/media/sweep.ts'
import { schemaVersion } from '../backend/schema.ts'
import type { Blobs } from '../backend/storage/blobs.ts'
import { openDiskBlobs } from '../backend/storage/blobs-disk.ts'
import type { OpenDatabase } from '../backend/storage/database.ts'
import type { Config } from '../config.ts'
import { timestamp } from '../lib/clock.ts'
import { freeBytes, reservedBytes } from '../lib/free-space.ts'
import { auditFault } from './audit.ts'
import { missingBlobs } from './blob-check.ts'
import { type Command, exitCodes } from './command.ts'
import { withExistingDatabase } from './open-data.ts'
import { amountText } from './sweep.ts'

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
  summary: 'Check settings, disk, database, files, clock and audit log for problems',
  async run({ config, print }) {
    const settings = config()
    const findings: [string, Finding[]][] = [
      ['settings', [ok('in order')]],
      ['program', [nodeVersion()]],
      ['data folder', [await writable(settings.dataDir)]],
      ['disk', [await freeSpace(settings.dataDir)]]
    ]
    if (settings.backendUrl) findings.push(['database', [ok('stored by the backend at BACKEND_URL')]])
    else findings.push(...(await dataFindings(settings)))
    findings.push(['audit log', [await auditFinding(settings.dataDir)]])

    for (const [name, list] of findings) {
      for (const { state, text } of list) print(`${state.padEnd(8)} ${name}: ${text}`)
    }
    return findings.some(([, list]) => list.some(({ state }) => state === 'failed')) ? exitCodes.failure : exitCodes.ok
  }
}

function nodeVersion(): Finding {
  const major = Number(process.versions.node.split('.')[0])
  return major >= 26
    ? ok(`Node.js ${process.versions.node}`)
    : failed(`Node.js ${process.versions.node} is too old: version 26 is required`)
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
        [
          version === schemaVersion
            ? ok(`version ${version}`)
            : warning(`version ${version}: the next start upgrades it to ${schemaVersion}`)
        ]
      ],
      ['clock', [await clock(open)]],
      ...(await fileFindings(open, config.dataDir, version))
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
  return broken > 0 ? failed(`${broken} ${broken === 1 ? 'row refers' : 'rows refer'} to missing rows`) : ok('SQLite is intact')
}

/** Checks the server's clock. Setting the clock back makes expired sessions and rotated tokens valid again. */
async function clock({ db }: OpenDatabase): Promise<Finding> {
  const { newest } = await db
    .selectFrom('activity')
    .select(({ fn }) => fn.max('time').as('newest'))
    .executeTakeFirstOrThrow()
  const now = timestamp()
  return newest && newest > now ? failed(`it is ${now}, but the newest record is from ${newest}: the clock was set back`) : ok(now)
}

async function fileFindings({ db }: OpenDatabase, dataDir: string, version: number): Promise<[string, Finding[]][]> {
  const blobs = await openDiskBlobs(dataDir)
  const { needed, missing, first } = await missingBlobs(db, blobs)
  const files = [missing === 0 ? ok(`${needed} present`) : failed(`${missing} missing; the first is ${first}`)]
  if (version === schemaVersion && (needed > 0 || (await holdsBlobs(blobs))) && !(await filesAreOurs(db, blobs)))
    files.push(failed(`the files in ${dataDir} belong to another database: the server refuses to start with them`))
  const { unused } = await unusedFiles(db, blobs)
  if (unused.files > 0) files.push(warning(`${amountText(unused)} not used by any media item: run isobath sweep for details`))
  return [
    ['files', files],
    ['trash', await trash(blobs)]
  ]
}

/** Reports on the trash: one line for each day on which files were moved there. */
async function trash(blobs: Blobs): Promise<Finding[]> {
  const days = new Map<string, Amount>()
  for await (const page of blobs.trash.pages()) {
    for (const { sinceMs, sizeBytes } of page) {
      const day = timestamp(sinceMs).slice(0, 10)
      const { files, bytes } = days.get(day) ?? { files: 0, bytes: 0 }
      days.set(day, { files: files + 1, bytes: bytes + sizeBytes })
    }
  }
  if (days.size === 0) return [ok('empty')]
  const goes = (day: string) => timestamp(Date.parse(day) + trashDays * 86_400_000).slice(0, 10)
  return [...days].sort().map(([day, amount]) => ok(`${amountText(amount)} from ${day}, to be permanently removed after ${goes(day)}`))
}

async function auditFinding(dataDir: string): Promise<Finding> {
  const fault = await auditFault(dataDir)
  return fault ? failed(fault) : ok('the chain is complete')
}
