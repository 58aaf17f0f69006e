import { sql } from 'kysely'
import { breathe } from '../../lib/breathe.ts'
import type { ShownPlaces } from '../generalisations/shown-places.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { bytesOfRow, type Columns, columnsBuilder, type StoredRow } from './columns.ts'
import { columnsFiles } from './columns-file.ts'
import { generaliser } from './generalised-rows.ts'

/** Number of rows per query. */
const pageSize = 20_000
/** Memory limit for the cached columns of all projects in a thread, in bytes. The least recently used columns are dropped first. */
const mostBytes = 256 * 1024 * 1024

/** Number of newly read rows that justifies writing a file. The database reads that many rows in about 50 ms. */
const fileFrom = 20_000
/** Quiet time before a file is written, in milliseconds. While a job derives places, the columns change with every request. */
const writeAfterMs = 3_000

interface Kept {
  sequence: number
  columns: Columns
  /** Results computed from these columns, by key. */
  memo: Map<string, unknown>
}

/** Per-thread cache of the most recently used columns, by project and class of viewers. */
export type KeptColumns = ReturnType<typeof keptColumns>

/** Up-to-date columns, with the results computed from them. */
export type CurrentColumns = Kept

/** Creates the column cache of a thread. @param folder location of the files that preserve columns across restarts */
export function keptColumns(folder: string) {
  const files = columnsFiles(folder)
  const writing = new Map<string, NodeJS.Timeout>()
  /** Number of rows read since the file of a project was last read or written. */
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
     * Returns the columns of a project for one class of viewers, up to date with the database. For viewers who see exact places, only the changed
     * rows are read. Generalised columns are rebuilt after every change, because a grid may depend on the labels of other records.
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
    // The columns may already contain this row: it may have been written after their sequence number was read.
    replaced.add(row.id)
    if (row.removed === 0) builder.add({ ...row, grid: 0 })
  }
  return { columns: replaced.size > 0 ? builder.merged(replaced) : columns, readCount: replaced.size }
}

/** Reads the rows written after a sequence number, including removed ones. With null, all rows that are not removed are read. */
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
