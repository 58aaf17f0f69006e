import { type ByteSource, numberOf } from '../../../files/reading.ts'
import type { AttributeValue, DatasetEntry } from '../../dataset.ts'
import { finding } from '../../finding.ts'
import type { ArchiveTable } from './meta.ts'
import { measurementRow, measurementTerms } from './rows.ts'
import { type ArchiveRow, archiveRows } from './table-read.ts'

const mostFindings = 1000

/**
 * Attributes of occurrences from the measurements in Isobath's own archives: values of project fields, and lengths. The measurements are in the order
 * of the occurrences. Reading both tables in parallel avoids holding either in memory.
 */
export function measuredAttributes(source: ByteSource, table: ArchiveTable) {
  const rows = archiveRows(source, table, {})
  const findings: DatasetEntry[] = []
  let others = 0
  /** Last measurement read, while it is not yet assigned to an occurrence. */
  let waiting: Measured | null = null

  async function next(): Promise<Measured | null> {
    for (;;) {
      const { done, value: row } = await rows.next()
      if (done) return null
      if ('kind' in row) {
        if (findings.length < mostFindings) findings.push(row)
        else others += 1
        continue
      }
      const measured = measuredOf(row)
      if (measured) return measured
      if (!hasOwnColumn(row)) others += 1
    }
  }

  return {
    /** Returns the attributes of an occurrence. Must be called in the order of the occurrence table. */
    async of(occurrenceId: string): Promise<[string, AttributeValue][]> {
      const found: [string, AttributeValue][] = []
      waiting ??= await next()
      while (waiting?.occurrenceId === occurrenceId) {
        found.push([waiting.name, waiting.value])
        waiting = await next()
      }
      return found
    },

    /**
     * Yields findings for faulty rows, and for measurements that annotations cannot hold or that have no occurrence. Must be called after the last
     * occurrence.
     */
    async *untaken(): AsyncGenerator<DatasetEntry, void, undefined> {
      if (waiting) {
        const message =
          'Measurements from this row on were left out: its occurrence is missing, or they are not in the order of the occurrences'
        yield finding(false, message, { row: waiting.row, path: table.file })
        while (waiting) waiting = await next()
      }
      yield* findings
      if (others > 0) {
        const what = others === 1 ? 'One measurement is' : `${others.toLocaleString('en')} measurements are`
        yield finding(false, `${what} of a kind that annotations cannot hold`, { path: table.file })
      }
    },

    async close(): Promise<void> {
      await rows.return()
    }
  }
}

interface Measured {
  row: number
  occurrenceId: string
  name: string
  value: AttributeValue
}

/** True for a measurement that repeats the area of the image or the quantity of the occurrence. */
function hasOwnColumn({ cell }: ArchiveRow): boolean {
  const typeId = cell('measurementTypeID')
  if (typeId === measurementTerms.imageArea.typeId) return true
  return typeId === measurementTerms.cover.typeId && cell('measurementID') === coverId(cell('occurrenceID'))
}

const coverId = (occurrenceId: string) => measurementRow('', occurrenceId, measurementTerms.cover, 0).measurementID

/** Reads a measurement. @returns null for a measurement that does not become an attribute */
function measuredOf({ row, cell }: ArchiveRow): Measured | null {
  const occurrenceId = cell('occurrenceID')
  if (!occurrenceId) return null
  const value = cell('measurementValue')
  if (cell('measurementID').startsWith(`${occurrenceId}:attribute:`)) return { row, occurrenceId, name: cell('measurementType'), value }
  const meters = numberOf(value)
  const isLength = cell('measurementTypeID') === measurementTerms.length.typeId && cell('measurementUnit') === 'm'
  return isLength && meters !== null ? { row, occurrenceId, name: 'lengthInMeters', value: meters } : null
}
