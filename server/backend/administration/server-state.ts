import { readFileSync } from 'node:fs'
import type { ServerState } from '../../../shared/contracts/administration.ts'
import { timestamp } from '../../lib/clock.ts'
import { lastBackup } from '../../lib/last-backup.ts'
import type { BackendConfig } from '../config.ts'
import type { Database } from '../storage/database.ts'
import { databaseVersion } from '../storage/database-facts.ts'

type Settings = Pick<BackendConfig, 'version' | 'registration' | 'smtpUrl' | 'publicUrl' | 'isOffline'>

/** Returns the version of sharp from its package file. Only the child processes load sharp itself, because sharp uses a lot of memory. */
function sharpVersion(): string {
  const file = new URL('../package.json', import.meta.resolve('sharp'))
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/** Reads the versions, settings and last backup of this server. */
export async function serverState(db: Database, dataDir: string, config: Settings): Promise<ServerState> {
  const { version, registration, smtpUrl, publicUrl, isOffline = false } = config
  const count = (table: 'account' | 'project') => db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'))
  const { count: personCount } = await count('account').executeTakeFirstOrThrow()
  const { count: projectCount } = await count('project').where('deleted_at', 'is', null).executeTakeFirstOrThrow()
  return {
    versions: { isobath: version, node: process.versions.node, database: await databaseVersion(db), sharp: sharpVersion() },
    startedAt: timestamp(Date.now() - process.uptime() * 1000),
    registration: registration.kind,
    sendsMail: smtpUrl !== null && publicUrl !== null,
    isOffline,
    personCount,
    projectCount,
    backup: await lastBackup(dataDir)
  }
}
