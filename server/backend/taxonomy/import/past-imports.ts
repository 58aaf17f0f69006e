import type { CatalogImport } from '../../../../shared/contracts/taxonomy-import.ts'
import { formerMember } from '../../../../shared/former-member.ts'
import { importUndoDays } from '../../../../shared/limits.ts'
import { timestamp } from '../../../lib/clock.ts'
import { NotFound } from '../../../lib/errors.ts'
import type { Scope } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import type { CatalogEdit } from '../catalog-edit.ts'
import { labelsOfImport } from './labels-of-import.ts'

const dayMs = 86_400_000
const mostLabels = 10_000

export type PastImportRow = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

const select = (db: Database) =>
  db
    .selectFrom('catalog_import')
    .leftJoin('account', 'account.id', 'catalog_import.account_id')
    .selectAll('catalog_import')
    .select('account.name as account_name')
    .where('catalog_import.expires_at', '>', timestamp())

/** Records an import into a catalog within its transaction. */
export async function recordImport(
  { transaction, projectId, accountId, at }: CatalogEdit,
  { id, sourceName, newCount, changedCount }: { id: string; sourceName: string; newCount: number; changedCount: number }
): Promise<void> {
  const counts = { new_count: newCount, changed_count: changedCount }
  const times = { applied_at: at, expires_at: timestamp(Date.parse(at) + importUndoDays * dayMs) }
  await transaction
    .insertInto('catalog_import')
    .values({ id, project_id: projectId, source_name: sourceName, account_id: accountId, ...counts, ...times, undone: null })
    .execute()
}

/** Deletes the records of imports that can no longer be undone. */
export async function forgetCatalogImports(db: Database): Promise<void> {
  await db.deleteFrom('catalog_import').where('expires_at', '<=', timestamp()).execute()
}

/** @throws NotFound, including for an import that can no longer be undone */
export async function pastImport(db: Database, importId: string): Promise<PastImportRow> {
  const row = await select(db).where('catalog_import.id', '=', importId).executeTakeFirst()
  if (!row) throw new NotFound('The import')
  return row
}

export async function pastImports(db: Database, scope: Scope, { limit = 50, cursor }: { limit?: number; cursor?: string }) {
  const rows = await select(db)
    .where('project_id', '=', scope.projectId)
    .$if(cursor !== undefined, query => query.where('catalog_import.id', '<', cursor as string))
    .orderBy('catalog_import.id', 'desc')
    .limit(limit + 1)
    .execute()
  const items = rows.slice(0, limit).map(row => toCatalogImport(row, scope))
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

/** Returns the ids of the labels that an import added or changed and that still exist. */
export async function labelIdsOf(db: Database, row: PastImportRow): Promise<string[]> {
  const rows = await db
    .selectFrom('label')
    .select('label.id')
    .where('label.project_id', '=', row.project_id)
    .where(labelsOfImport(row.applied_at))
    .orderBy('label.id')
    .limit(mostLabels)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Converts an import for a viewer. For blind members, the outcome of an undo is hidden. The labels that it kept would reveal which labels are
 * in use.
 */
export function toCatalogImport(row: PastImportRow, { blind }: Pick<Scope, 'blind'>): CatalogImport {
  const undone: CatalogImport['undone'] = row.undone === null ? null : JSON.parse(row.undone)
  return {
    id: row.id,
    projectId: row.project_id,
    sourceName: row.source_name,
    newCount: row.new_count,
    changedCount: row.changed_count,
    at: row.applied_at,
    by: row.account_id === null ? formerMember : (row.account_name ?? 'an unnamed member'),
    expiresAt: row.expires_at,
    undone: undone && blind ? { removedCount: 0, restoredCount: 0, keptCount: 0, kept: [] } : undone
  }
}
