import { rm } from 'node:fs/promises'
import { textFile } from '../../files/text-file.ts'
import {
  type DarwinCoreTable,
  eventTable,
  measurementTable,
  multimediaTable,
  occurrenceTable,
  tableHeader,
  tableRow
} from '../formats/darwin-core/tables.ts'

export type ArchiveTable = Awaited<ReturnType<typeof openTable>>
export type ArchiveTables = Awaited<ReturnType<typeof openArchiveTables>>

/** Opens the tables of a Darwin Core Archive as files next to the archive. */
export async function openArchiveTables(archive: string) {
  const [events, occurrences, measurements, multimedia] = await Promise.all([
    openTable(archive, eventTable),
    openTable(archive, occurrenceTable),
    openTable(archive, measurementTable),
    openTable(archive, multimediaTable)
  ])
  return { events, occurrences, measurements, multimedia, all: [events, occurrences, measurements, multimedia] }
}

async function openTable<Column extends string>(archive: string, table: DarwinCoreTable<Column>) {
  const path = `${archive}.${table.file}`
  const file = await textFile(path)
  file.isFull(tableHeader(table))
  let isOpen = true
  const close = async () => {
    if (isOpen) await file.close()
    isOpen = false
  }
  const opened = {
    table: table as DarwinCoreTable<string>,
    path,
    count: 0,
    async add(row: Partial<Record<string, string | number | null>>): Promise<void> {
      opened.count += 1
      if (file.isFull(tableRow(table as DarwinCoreTable<string>, row))) await file.flush()
    },
    close,
    async discard(): Promise<void> {
      await close()
      await rm(path, { force: true })
    }
  }
  return opened
}
