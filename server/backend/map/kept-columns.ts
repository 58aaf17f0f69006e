import { sql } from 'kysely'
import { breathe } from '../../lib/breathe.ts'
import type { ShownPlaces } from '../generalisations/shown-places.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { bytesOfRow, type Columns, columnsBuilder, type StoredRow } from './columns.ts'
import { generaliser } from './generalised-rows.ts'

/** Rows in one query. */
const pageSize = 20_000
/** Memory for the columns of all projects of a thread, in bytes. The project that was not used for the longest time leaves. */
const mostBytes = 256 * 1024 * 1024

interface Kept {
  sequence: number
  columns: Columns
  /** Answers over these columns, by their question. */
  memo: Map<string, unknown>
}

/** Memory of a thread: the columns of the projects that were read last, by project and class of viewers. */
export type KeptColumns = ReturnType<typeof keptColumns>

/** Columns with the memory of what was computed over them. */
export type CurrentColumns = Kept

export function keptColumns() {
  const kept = new Map<string, Kept>()

  function keep(key: string, entry: Kept): void {
    kept.delete(key)
    kept.set(key, entry)
    let bytes = 0
    for (const [name, { columns }] of [...kept].reverse()) {
      bytes += columns.count * bytesOfRow
      if (bytes > mostBytes && name !== key) kept.delete(name)
    }
  }

  return {
    /**
     * Columns of a project for the viewers of one class, up to date with the database. For viewers with exact places, only changed rows are read. A
     * grid may follow from labels on other records, so generalised columns are made again after each change.
     */
    async of(db: Database, sight: Sight, shown: ShownPlaces): Promise<Kept> {
      const { projectId, places } = sight
      const key = `${projectId} ${shown.isExact ? 'exact' : `${places.role} ${places.isBlind}`}`
      const { value: sequence, purged } = await sequenceOf(db, projectId)
      const before = kept.get(key)
      if (before?.sequence === sequence) {
        keep(key, before)
        return before
      }
      const isContinued = before !== undefined && shown.isExact && before.sequence >= purged
      const columns = isContinued ? await changedColumns(db, projectId, before) : await allColumns(db, projectId, await generaliser(shown))
      const entry: Kept = { sequence, columns, memo: new Map() }
      keep(key, entry)
      return entry
    }
  }
}

async function sequenceOf(db: Database, projectId: string): Promise<{ value: number; purged: number }> {
  const row = await db.selectFrom('project_sequence').select(['value', 'purged']).where('project_id', '=', projectId).executeTakeFirst()
  return row ?? { value: 0, purged: 0 }
}

async function allColumns(db: Database, projectId: string, shownRow: Awaited<ReturnType<typeof generaliser>>): Promise<Columns> {
  const builder = columnsBuilder()
  for await (const row of rowsAfter(db, projectId, null)) {
    const shown = shownRow(row)
    if (shown) builder.add(shown)
  }
  return builder.build()
}

async function changedColumns(db: Database, projectId: string, { sequence, columns }: Kept): Promise<Columns> {
  const builder = columnsBuilder(columns)
  const replaced = new Set<number>()
  for await (const row of rowsAfter(db, projectId, sequence)) {
    // The columns may have a row that was written after their number was read.
    replaced.add(row.id)
    if (row.removed === 0) builder.add({ ...row, grid: 0 })
  }
  return builder.merged(replaced)
}

/** Rows that were written after a number, with removed ones; for null, all rows that are not removed. */
async function* rowsAfter(db: Database, projectId: string, sequence: number | null): AsyncGenerator<StoredRow> {
  for (let [at, id] = [sequence ?? 0, Number.MAX_SAFE_INTEGER]; ; ) {
    const rows = await db
      .selectFrom('place')
      .select(['id', 'cell', 'kind', 'longitude', 'latitude', 'depth_min', 'day', 'label_id', 'person_id', 'flags'])
      .select(['origin_id', 'removed', 'sequence'])
      .where('project_id', '=', projectId)
      .where(sql<boolean>`(sequence, id) > (${at}, ${id})`)
      .$if(sequence === null, query => query.where('removed', '=', 0))
      .orderBy('sequence')
      .orderBy('id')
      .limit(pageSize)
      .execute()
    for (const row of rows) {
      await breathe()
      yield row
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    at = last.sequence
    id = last.id
  }
}
