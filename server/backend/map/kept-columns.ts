import { sql } from 'kysely'
import { breathe } from '../../lib/breathe.ts'
import type { ShownPlaces } from '../generalisations/shown-places.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { bytesOfRow, type Columns, columnsBuilder, type StoredRow } from './columns.ts'
import { columnsFiles } from './columns-file.ts'
import { generaliser } from './generalised-rows.ts'

/** Rows in one query. */
const pageSize = 20_000
/** Maximum memory for the columns of all projects in a thread, in bytes. The least recently used columns are dropped first. */
const mostBytes = 256 * 1024 * 1024

/** Number of rows from which a file is worthwhile. The database reads as many in about 50 ms. */
const fileFrom = 20_000
/**
 * Milliseconds without a further change after which a file is written. While a job derives places, the columns change with each request.
 */
const writeAfterMs = 3_000

interface Kept {
  sequence: number
  columns: Columns
  /** Results that were computed from these columns, by key. */
  memo: Map<string, unknown>
}

/** Cache of a thread with the most recently used columns, by project and class of viewers. */
export type KeptColumns = ReturnType<typeof keptColumns>

/** Columns with the results that were computed from them. */
export type CurrentColumns = Kept

/** Creates the cache of columns for a thread. @param folder of the files that keep columns between starts */
export function keptColumns(folder: string) {
  const files = columnsFiles(folder)
  const writing = new Map<string, NodeJS.Timeout>()
  /** Rows that were read since the file of a project was written or read. */
  const unwritten = new Map<string, number>()
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

  function writeSoon(projectId: string, readCount: number, { sequence, columns }: Kept): void {
    const count = (unwritten.get(projectId) ?? 0) + readCount
    unwritten.set(projectId, count)
    if (count < fileFrom) return
    clearTimeout(writing.get(projectId))
    const write = () => {
      writing.delete(projectId)
      unwritten.delete(projectId)
      void files.write(projectId, sequence, columns)
    }
    writing.set(projectId, setTimeout(write, writeAfterMs).unref())
  }

  return {
    /**
     * Returns the columns of a project for one class of viewers, up to date with the database. For viewers with exact places, only the rows
     * that have changed are read. A grid may depend on the labels of other records, so generalised columns are rebuilt after each change.
     */
    async of(db: Database, sight: Sight, shown: ShownPlaces): Promise<Kept> {
      const { projectId, places } = sight
      const key = `${projectId} ${shown.isExact ? 'exact' : `${places.role} ${places.isBlind}`}`
      const { value: sequence, purged } = await sequenceOf(db, projectId)
      const known = kept.get(key)
      if (known?.sequence === sequence) {
        keep(key, known)
        return known
      }
      const before = shown.isExact ? (known ?? (await files.read(projectId))) : null
      const isContinued = before !== null && before.sequence >= purged && before.sequence <= sequence
      const { columns, readCount } = isContinued
        ? await changedColumns(db, projectId, before)
        : await allColumns(db, projectId, await generaliser(shown))
      const entry: Kept = { sequence, columns, memo: new Map() }
      if (shown.isExact) writeSoon(projectId, readCount, entry)
      keep(key, entry)
      return entry
    }
  }
}

async function sequenceOf(db: Database, projectId: string): Promise<{ value: number; purged: number }> {
  const row = await db.selectFrom('project_sequence').select(['value', 'purged']).where('project_id', '=', projectId).executeTakeFirst()
  return row ?? { value: 0, purged: 0 }
}

interface ReadColumns {
  columns: Columns
  readCount: number
}

async function allColumns(db: Database, projectId: string, shownRow: Awaited<ReturnType<typeof generaliser>>): Promise<ReadColumns> {
  const builder = columnsBuilder()
  let readCount = 0
  for await (const row of rowsAfter(db, projectId, null)) {
    readCount += 1
    const shown = shownRow(row)
    if (shown) builder.add(shown)
  }
  return { columns: builder.build(), readCount }
}

async function changedColumns(db: Database, projectId: string, { sequence, columns }: Omit<Kept, 'memo'>): Promise<ReadColumns> {
  const builder = columnsBuilder(columns)
  const replaced = new Set<number>()
  for await (const row of rowsAfter(db, projectId, sequence)) {
    // The columns may have a row that was written after their number was read.
    replaced.add(row.id)
    if (row.removed === 0) builder.add({ ...row, grid: 0 })
  }
  return { columns: replaced.size > 0 ? builder.merged(replaced) : columns, readCount: replaced.size }
}

/** Reads the rows that were written after a sequence number, including removed ones. For null, reads all rows that are not removed. */
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
