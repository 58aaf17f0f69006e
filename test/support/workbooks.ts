import { streamXlsxRows } from 'hucre/xlsx'

/** Rows of the first sheet of an Excel workbook, starting with its column names. */
export async function sheetOf(workbook: Buffer): Promise<unknown[][]> {
  const rows: unknown[][] = []
  for await (const { values } of streamXlsxRows(workbook)) rows.push(values)
  return rows
}
