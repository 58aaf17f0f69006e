import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { databaseFile, openDatabase } from '../../../server/backend/storage/database.ts'
import { verifyAudit } from '../../../server/gateway/audit-verify.ts'
import type { Acknowledged } from './writers.ts'

/** Checks the disk after a kill, and returns descriptions of missing or broken data. */
export async function faultsLeft(known: Acknowledged, place: { dataDir: string; databaseUrl: string | null }): Promise<string[]> {
  const faults = [
    ...known.faults,
    ...integrityFaults(place),
    ...(await rowFaults(known, place)),
    ...(await auditFaults(known, place.dataDir))
  ]
  for (const blob of blobFiles(place.dataDir)) {
    if ((await hashOf(blob.path)) !== blob.name) faults.push(`the blob ${blob.name} holds something else`)
  }
  const { pending } = known
  if (pending) {
    const file = join(place.dataDir, pending.path.replace('/api', ''))
    const arrived = existsSync(file) ? readFileSync(file) : null
    // A missing file was stored by a server that died before it could answer. The next server acknowledges it.
    if (arrived && !arrived.subarray(0, pending.acknowledged).equals(pending.content.subarray(0, pending.acknowledged))) {
      faults.push(`the upload ${pending.fileName} lacks bytes that were acknowledged`)
    }
  }
  return faults
}

function integrityFaults({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null }): string[] {
  if (databaseUrl) return []
  const database = new DatabaseSync(databaseFile(dataDir))
  try {
    const answers = database
      .prepare('pragma integrity_check')
      .all()
      .map(row => String(row.integrity_check))
    const orphans = database.prepare('pragma foreign_key_check').all()
    return [...answers.filter(answer => answer !== 'ok'), ...orphans.map(row => `a row of ${row.table} refers to nothing`)]
  } finally {
    database.close()
  }
}

async function rowFaults(known: Acknowledged, place: { dataDir: string; databaseUrl: string | null }): Promise<string[]> {
  const storage = openDatabase(place)
  try {
    const faults: string[] = []
    const projects = new Map(
      (await storage.db.selectFrom('project').select(['id', 'title', 'revision']).execute()).map(row => [row.id, row])
    )
    for (const [id, { title, revision }] of known.projects) {
      const row = projects.get(id)
      const isNewer = row !== undefined && row.revision > revision
      if (!row || (!isNewer && (row.title !== title || row.revision !== revision)))
        faults.push(`the project “${title}” was acknowledged and is not there`)
    }
    const media = new Map(
      (await storage.db.selectFrom('media').select(['id', 'sha256', 'size_bytes', 'small_sha256']).execute()).map(row => [row.id, row])
    )
    for (const [id, { fileName, sha256, sizeBytes }] of known.media) {
      if (media.get(id)?.sha256 !== sha256) faults.push(`${fileName} was acknowledged and has no row`)
      const blob = blobPath(place.dataDir, sha256)
      if (!existsSync(blob) || statSync(blob).size !== sizeBytes) faults.push(`${fileName} was acknowledged and its file is missing or cut`)
    }
    for (const row of media.values()) {
      for (const blob of [row.sha256, row.small_sha256])
        if (blob && !existsSync(blobPath(place.dataDir, blob))) faults.push(`the row ${row.id} has no file ${blob}`)
    }
    const annotations = new Map(
      (await storage.db.selectFrom('annotation').select(['id', 'revision']).execute()).map(row => [row.id, row.revision])
    )
    for (const [id, revision] of known.annotations) {
      if ((annotations.get(id) ?? 0) < revision)
        faults.push(`revision ${revision} of the annotation ${id} was acknowledged and is not there`)
    }
    const { rows } = await sql<{ id: string }>`
      select project.id from project where media_count <> (select count(*) from media where media.project_id = project.id and removed_at is null)
    `.execute(storage.db)
    for (const { id } of rows) faults.push(`the project ${id} counts its media wrong`)
    return faults
  } finally {
    await storage.close()
  }
}

async function auditFaults(known: Acknowledged, dataDir: string): Promise<string[]> {
  const path = join(dataDir, 'logs', 'audit.log')
  const verdict = await verifyAudit(path)
  const faults = verdict.ok ? [] : [`the audit chain is broken: ${JSON.stringify(verdict.bad)}`]
  const text = readFileSync(path, 'utf8')
  for (const [id, { title }] of known.projects) if (!text.includes(id)) faults.push(`the audit log does not know the project “${title}”`)
  for (const [id, { fileName }] of known.media) if (!text.includes(id)) faults.push(`the audit log does not know ${fileName}`)
  return faults
}

const blobPath = (dataDir: string, sha256: string) => join(dataDir, 'blobs', sha256.slice(0, 2), sha256)

function blobFiles(dataDir: string): { name: string; path: string }[] {
  const files = readdirSync(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true }).filter(
    entry => entry.isFile() && entry.name !== 'files-id'
  )
  return files.map(({ name, parentPath }) => ({ name, path: join(parentPath, name) }))
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}
