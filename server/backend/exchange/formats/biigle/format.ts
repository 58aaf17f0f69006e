import type { ReadableFormat } from '../format.ts'
import { readBiigleReport } from './report.ts'
import { isWorkbook, readBiigleWorkbook } from './workbook.ts'

export const biigle: ReadableFormat = {
  name: 'A BIIGLE report',
  file: { read: readBiigleReport, ending: /\.csv$/i, kind: 'CSV' },
  archive: ({ path, entries, media: { sizeOf, nameOf }, onProgress }) =>
    isWorkbook(entries) ? readBiigleWorkbook(path, entries, { sizeOf, nameOf, onProgress }) : null
}
