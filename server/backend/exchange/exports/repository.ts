import type { Static } from 'typebox'
import type { PageQuery } from '../../../../shared/contracts/common.ts'
import type { Export, ExportFormat, ExportOptions } from '../../../../shared/contracts/exchange.ts'
import { formerMember } from '../../../../shared/former-member.ts'
import { exportLifetimeDays } from '../../../../shared/limits.ts'
import { timestamp } from '../../../lib/clock.ts'
import { NotFound } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import type { AccountSight, FullSight, Sight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import type { ExportFileTable } from '../tables.ts'
import { fileEndingOf } from './endings.ts'
import type { ExportResult } from './write-export.ts'

export type ExportRow = ExportFileTable & { created_by_name: string | null }
export type ExportRepository = ReturnType<typeof exportRepository>

const dayMs = 86_400_000

/** SQL repository of exports. The state of an unfinished export is that of its job. */
// Long: the queries of one noun.
export function exportRepository(db: Database, jobs: Pick<JobQueue, 'get'>) {
  const select = () =>
    db
      .selectFrom('export_file')
      .leftJoin('account', 'account.id', 'export_file.created_by')
      .selectAll('export_file')
      .select(({ fn }) => fn.coalesce('account.name', 'account.email').as('created_by_name'))

  /** @throws NotFound */
  async function row(exportId: string): Promise<ExportRow> {
    const found = await select().where('export_file.id', '=', exportId).executeTakeFirst()
    if (!found) throw new NotFound('The export')
    return found
  }

  async function toExport(before: ExportRow): Promise<Export> {
    const job = before.job_id === null ? null : await jobs.get(before.job_id)
    const hasEnded = job && job.state !== 'waiting' && job.state !== 'running'
    // The job is read after the row. A job that has ended in between may have changed the row, so the row is read again.
    const found = (hasEnded && (await select().where('export_file.id', '=', before.id).executeTakeFirst())) || before
    const report: ExportResult | null = found.report === null ? null : JSON.parse(found.report)
    const ended = job?.state === 'cancelled' || job?.state === 'failed' ? job.state : 'making'
    return {
      id: found.id,
      projectId: found.project_id,
      format: found.format,
      options: JSON.parse(found.options),
      fileName: found.file_name,
      state: found.finished_at === null ? ended : 'ready',
      failure: found.finished_at === null ? (job?.failure ?? null) : null,
      job,
      sizeBytes: found.size_bytes,
      imageCount: report?.imageCount ?? null,
      annotationCount: report?.annotationCount ?? null,
      losses: report?.losses ?? [],
      faults: report?.faultKinds ?? [], // reports from before 2026-11-22 list faults one by one, under `faults`
      errorCount: report?.errorCount ?? 0,
      warningCount: report?.warningCount ?? 0,
      createdBy: found.created_by_name ?? formerMember,
      createdAt: found.created_at,
      finishedAt: found.finished_at,
      expiresAt: found.expires_at
    }
  }

  return {
    row,
    toExport,

    async list({ projectId }: Sight, { limit = 50, cursor }: Static<typeof PageQuery>) {
      const rows = await select()
        .where('project_id', '=', projectId)
        .$if(cursor !== undefined, query => query.where('export_file.id', '<', cursor as string))
        .orderBy('export_file.id', 'desc')
        .limit(limit + 1)
        .execute()
      const items = await Promise.all(rows.slice(0, limit).map(toExport))
      return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
    },

    async insert(
      transaction: Database,
      { projectId, accountId }: AccountSight & FullSight,
      { format, options }: { format: ExportFormat; options: ExportOptions }
    ): Promise<{ id: string; fileName: string }> {
      const { title } = await transaction.selectFrom('project').select('title').where('id', '=', projectId).executeTakeFirstOrThrow()
      const id = newId()
      const now = timestamp()
      const fileName = `${plainName(title)}-${format}-${now.slice(0, 10)}.${fileEndingOf(format, options)}`
      await transaction
        .insertInto('export_file')
        .values({
          id,
          project_id: projectId,
          format,
          options: JSON.stringify(options),
          file_name: fileName,
          job_id: null,
          size_bytes: null,
          report: null,
          created_by: accountId,
          created_at: now,
          finished_at: null,
          expires_at: timestamp(Date.now() + exportLifetimeDays * dayMs)
        })
        .execute()
      return { id, fileName }
    },

    async setJob(transaction: Database, exportId: string, jobId: string): Promise<void> {
      await transaction.updateTable('export_file').set({ job_id: jobId }).where('id', '=', exportId).execute()
    },

    /** Stores the result of an export. @param sizeBytes null when errors prevented the export */
    async setResult(transaction: Database, exportId: string, result: ExportResult, sizeBytes: number | null): Promise<void> {
      await transaction
        .updateTable('export_file')
        .set({ report: JSON.stringify(result), size_bytes: sizeBytes, finished_at: sizeBytes === null ? null : timestamp() })
        .where('id', '=', exportId)
        .execute()
    },

    async remove(exportId: string): Promise<void> {
      await db.deleteFrom('export_file').where('id', '=', exportId).execute()
    }
  }
}

/** Converts a title into a file name that is valid on every system. */
function plainName(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return plain.slice(0, 60) || 'project'
}
