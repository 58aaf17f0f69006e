import { readFile } from 'node:fs/promises'
import { csvLine } from '../../../files/csv.ts'
import { type ByteSource, NotThisFormat, type ReadingOptions } from '../../../files/reading.ts'
import type { ZipEntry } from '../../../files/zip-read.ts'
import type { DatasetEntry } from '../../dataset.ts'
import { biigleReport, readBiigleReport } from './report.ts'

const mostBytes = 128 * 1024 * 1024
const isSheet = ({ name }: ZipEntry) => /^xl\/worksheets\/[^/]+\.xml$/.test(name)

/** True for an Excel workbook. */
export const isWorkbook = (entries: readonly ZipEntry[]) => entries.some(({ name }) => name === 'xl/workbook.xml')

/** Returns whether the first sheet of a workbook is a BIIGLE report. @throws NotThisFormat when the workbook cannot be read or is too large */
export async function isBiigleWorkbook(path: string, entries: readonly ZipEntry[]): Promise<boolean> {
  for await (const cells of sheetRows(await bytesOf(path, entries), 0, 2))
    if (biigleReport(cells.map(cell => cell.toLowerCase()))) return true
  return false
}

/**
 * Reads a BIIGLE report in a workbook, such as the report of annotation areas. Its sheets are tables and are read one after another.
 * @throws NotThisFormat when the workbook cannot be read, or is larger than 128 MiB when unpacked
 */
export async function* readBiigleWorkbook(
  path: string,
  entries: readonly ZipEntry[],
  options: ReadingOptions
): AsyncGenerator<DatasetEntry, void, undefined> {
  const workbook = await bytesOf(path, entries)
  for (let sheet = 0; sheet < entries.filter(isSheet).length; sheet++) yield* readBiigleReport(asCsv(workbook, sheet), options)
}

async function bytesOf(path: string, entries: readonly ZipEntry[]): Promise<Buffer> {
  if (entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > mostBytes)
    throw new NotThisFormat('This workbook is larger than 128 MiB: save its sheets as CSV and import those')
  return readFile(path)
}

async function* asCsv(workbook: Buffer, sheet: number): ByteSource {
  for await (const cells of sheetRows(workbook, sheet)) yield Buffer.from(`${csvLine(cells)}\n`)
}

/** @throws NotThisFormat when the workbook is damaged */
async function* sheetRows(workbook: Buffer, sheet: number, maxRows?: number): AsyncGenerator<string[], void, undefined> {
  const { streamXlsxRows } = await import('hucre/xlsx')
  try {
    for await (const { values } of streamXlsxRows(workbook, { sheet, ...(maxRows !== undefined && { maxRows }) }))
      yield values.map(value => (value === null || value === undefined ? '' : String(value).trim()))
  } catch {
    throw new NotThisFormat('This workbook is damaged, or has a part that cannot be read')
  }
}
