import type { Static } from 'typebox'
import type { PageQuery } from '../../../../shared/contracts/common.ts'
import type { Import, ImportOptions, ImportPreview, ImportSummary } from '../../../../shared/contracts/exchange.ts'
import type { Job } from '../../../../shared/contracts/jobs.ts'
import { formerMember } from '../../../../shared/former-member.ts'
import { importLifetimeDays } from '../../../../shared/limits.ts'
import { timestamp } from '../../../lib/clock.ts'
import { NotFound } from '../../../lib/errors.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import type { FullSight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import type { ImportSessionTable } from '../tables.ts'
import type { StoredPreview } from './check.ts'
import { forgetFacts } from './written-facts.ts'

export type ImportRow = ImportSessionTable & { created_by_name: string | null }
export type ImportRepository = ReturnType<typeof importRepository>

const dayMs = 86_400_000

/** State of an import after its job failed or was cancelled, by its state while the job ran. */
const stateAfterEarlyEnd = { checking: 'failed', applying: 'ready', undoing: 'applied' } as const
const isAtWork = (state: ImportSummary['state']): state is keyof typeof stateAfterEarlyEnd => Object.hasOwn(stateAfterEarlyEnd, state)

export interface NewImport {
  id: string
  projectId: string
  accountId: string
  fileName: string
  sizeBytes: number
  options: ImportOptions
}

/** SQL repository of imports. The state of an import also depends on its job, which may have failed or been cancelled. */
// Long: the queries of one noun.
export function importRepository(db: Database, jobs: Pick<JobQueue, 'get'>) {
  const select = () =>
    db
      .selectFrom('import_session')
      .leftJoin('account', 'account.id', 'import_session.created_by')
      .selectAll('import_session')
      .select(({ fn }) => fn.coalesce('account.name', 'account.email').as('created_by_name'))

  /** Returns an import with its job. If the job has ended, the row is read again, because the job may have changed it. */
  async function withJob(before: ImportRow): Promise<{ row: ImportRow; job: Job | null }> {
    const job = before.job_id === null ? null : await jobs.get(before.job_id)
    const hasEnded = job && job.state !== 'waiting' && job.state !== 'running'
    const row = hasEnded ? await select().where('import_session.id', '=', before.id).executeTakeFirst() : before
    return { row: row ?? before, job }
  }

  async function summary(given: ImportRow): Promise<ImportSummary> {
    return toSummary(await withJob(given))
  }

  function toSummary({ row, job }: { row: ImportRow; job: Job | null }): ImportSummary {
    const isOver = job?.state === 'failed' || job?.state === 'cancelled'
    const failure = isOver ? (job.failure ?? 'The job was cancelled') : null
    const state = isOver && isAtWork(row.state) ? stateAfterEarlyEnd[row.state] : row.state
    return {
      id: row.id,
      projectId: row.project_id,
      fileName: row.file_name,
      sizeBytes: row.size_bytes,
      format: row.format,
      options: JSON.parse(row.options),
      state,
      failure: isAtWork(row.state) ? failure : null,
      isUndoable: state === 'applied' && row.applied_at !== null,
      job,
      result: row.result === null ? null : JSON.parse(row.result),
      createdBy: row.created_by_name ?? formerMember,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      revision: row.revision
    }
  }

  return {
    /** @throws NotFound */
    async row(importId: string): Promise<ImportRow> {
      const found = await select().where('import_session.id', '=', importId).executeTakeFirst()
      if (!found) throw new NotFound('The import')
      return found
    },

    summary,

    async toImport(given: ImportRow): Promise<Import> {
      const { row, job } = await withJob(given)
      return { ...toSummary({ row, job }), preview: row.preview === null ? null : withTaxaInShort(JSON.parse(row.preview)) }
    },

    async list({ projectId }: FullSight, { limit = 50, cursor }: Static<typeof PageQuery>) {
      const rows = await select()
        .where('project_id', '=', projectId)
        .$if(cursor !== undefined, query => query.where('import_session.id', '<', cursor as string))
        .orderBy('import_session.id', 'desc')
        .limit(limit + 1)
        .execute()
      const items = await Promise.all(rows.slice(0, limit).map(summary))
      return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
    },

    async insert(transaction: Database, { id, projectId, accountId, fileName, sizeBytes, options }: NewImport): Promise<void> {
      await transaction
        .insertInto('import_session')
        .values({
          id,
          project_id: projectId,
          file_name: fileName,
          size_bytes: sizeBytes,
          format: options.format ?? null,
          options: JSON.stringify(options),
          state: 'checking',
          job_id: null,
          preview: null,
          result: null,
          applied_at: null,
          first_annotation_id: null,
          last_annotation_id: null,
          revision: 1,
          created_by: accountId,
          created_at: timestamp(),
          expires_at: timestamp(Date.now() + importLifetimeDays * dayMs)
        })
        .execute()
    },

    /** Changes an import, unless it has changed since `revision`. @returns whether the import was changed */
    async move(
      transaction: Database,
      { id, revision }: Pick<ImportRow, 'id' | 'revision'>,
      change: Partial<Pick<ImportSessionTable, 'state' | 'job_id' | 'options' | 'preview' | 'format'>>
    ): Promise<boolean> {
      const { numUpdatedRows } = await transaction
        .updateTable('import_session')
        .set({ ...change, revision: revision + 1 })
        .where('id', '=', id)
        .where('revision', '=', revision)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async remove(importId: string): Promise<void> {
      await forgetFacts(db, importId)
      await db.deleteFrom('import_session').where('id', '=', importId).execute()
    }
  }
}

function withTaxaInShort({ isUnnamedGiven: _kept, ...preview }: StoredPreview): ImportPreview {
  const labels = preview.labels.map(({ taxon, ...label }) => ({
    ...label,
    ...(taxon && { taxon: { scientificName: taxon.scientificName, taxonRank: taxon.taxonRank ?? null } })
  }))
  return { ...preview, labels }
}
