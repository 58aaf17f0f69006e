import type { FaultyRecord } from '../../../../shared/contracts/exchange.ts'
import { measurementFaults, type RowFault } from '../formats/darwin-core/checks.ts'
import type { measurementRow } from '../formats/darwin-core/rows.ts'
import type { ArchiveTables } from './archive-tables.ts'
import { mendedAt } from './mended-at.ts'
import type { Writing } from './writing.ts'

type MeasurementRow = ReturnType<typeof measurementRow>

export type ArchiveRecords = ReturnType<typeof archiveRecords>

/** Reports faults of records, each with the page where it can be corrected. */
export function archiveRecords({ source, faults }: Pick<Writing, 'source' | 'faults'>, tables: ArchiveTables) {
  const reported = new Set<string>()

  function report(record: FaultyRecord, found: readonly RowFault[]): void {
    for (const { column, isError, message } of found) {
      const path = mendedAt(source.id, column, record)
      faults.add({ severity: isError ? 'error' : 'warning', column, message }, { ...record, ...(path && { path }) })
    }
  }

  return {
    report,

    async addMeasurement(record: FaultyRecord, row: MeasurementRow): Promise<void> {
      report(record, measurementFaults(row))
      await tables.measurements.add(row)
    },

    /** Reports the faults of a measured field once per archive. */
    reportField(name: string, row: MeasurementRow, path: string): void {
      if (!reported.has(name)) report({ name, mediaId: null, annotationId: null, path }, measurementFaults(row))
      reported.add(name)
    }
  }
}
