import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/** Adds the random samples for estimating the error rate, and bulk acceptances with their audit trail. */
export const bulkAcceptances: Migration = {
  version: 56,
  name: 'bulk acceptances',
  // Long: one table after another.
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const real = sql`double precision`
    await db.schema
      .createTable('ai_probe')
      .addColumn('suggestion_id', key, column => column.primaryKey().references('ai_suggestion.id').onDelete('cascade'))
      .addColumn('run_id', key, column => column.notNull().references('ai_run.id').onDelete('cascade'))
      .addColumn('least_bin', 'integer', column => column.notNull())
      .addColumn('label_ids', 'text')
      .addColumn('drawn_at', 'text', column => column.notNull())
      .execute()
    await db.schema.createIndex('ai_probe_by_run').on('ai_probe').columns(['run_id', 'suggestion_id']).execute()

    await db.schema
      .createTable('ai_acceptance')
      .addColumn('decision_id', key, column => column.primaryKey().references('ai_decision.id').onDelete('cascade'))
      .addColumn('run_id', key, column => column.notNull().references('ai_run.id').onDelete('cascade'))
      .addColumn('label_ids', 'text')
      .addColumn('model_version_id', key)
      .addColumn('expected', 'integer', column => column.notNull())
      .addColumn('probes_judged', 'integer', column => column.notNull())
      .addColumn('probes_wrong', 'integer', column => column.notNull())
      .addColumn('error_low', real)
      .addColumn('error_high', real)
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('position', key)
      .addColumn('job_id', 'text')
      .addColumn('finished_at', 'text')
      .execute()
    await db.schema.createIndex('ai_acceptance_by_run').on('ai_acceptance').columns(['run_id', 'decision_id']).execute()
  }
}
