import { writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { annotatePath, mediaPath } from '../../../../shared/addresses.ts'
import type { Fault, FaultyRecord } from '../../../../shared/contracts/exchange.ts'
import { csvLine } from '../../files/csv.ts'
import { harmlessCell } from '../../files/report-cell.ts'
import type { Loss, LossKind, LossSubject } from '../losses.ts'

const mostKinds = 100
const mostRecords = 20
const mostWritten = 1_000_000

type Severity = Fault['severity']
type Rule = Pick<Fault, 'severity' | 'column' | 'message'>

interface ReportOf {
  path: string
  projectId: string
  /** Base URL of links in the table; null when the server's public URL is unknown. */
  publicUrl: string | null
}

export type FaultReport = Awaited<ReturnType<typeof faultReport>>

/**
 * Counts the records that break each rule. Lists up to a million faults in a table for the user, together with the losses of the format. Rows are
 * written synchronously, so that they do not accumulate in memory.
 */
// Long: the methods of one collector.
export async function faultReport({ path, projectId, publicUrl }: ReportOf) {
  const file = await open(path, 'w', 0o600)
  const kinds: Record<Severity, Map<string, Fault>> = { error: new Map(), warning: new Map() }
  const counts: Record<Severity, number> = { error: 0, warning: 0 }
  let held = '\uFEFFkind,record,name,column,message,times,link\r\n'

  let changes = 0

  function write(cells: (string | number)[]): void {
    held += `${csvLine(cells.map(harmlessCell))}\r\n`
    if (held.length > 65_536) {
      const text = held
      held = ''
      writeFileSync(file.fd, text)
    }
  }

  function linkTo({ mediaId, annotationId, path: mended }: Omit<FaultyRecord, 'name'>): string {
    if (mended !== undefined) return `${publicUrl ?? ''}${mended}`
    if (mediaId === null) return ''
    return `${publicUrl ?? ''}${annotationId ? annotatePath(projectId, { mediaId, annotationId }) : mediaPath(projectId, mediaId)}`
  }

  function keep({ severity, column, message }: Rule, record: FaultyRecord): void {
    const [known, key] = [kinds[severity], JSON.stringify([column, message])]
    const kind = known.get(key)
    if (!kind) {
      if (known.size < mostKinds) known.set(key, { severity, column, message, count: 1, records: [record] })
      return
    }
    kind.count += 1
    if (kind.records.length < mostRecords) kind.records.push(record)
  }

  return {
    counts,

    add(rule: Rule, record: FaultyRecord): void {
      counts[rule.severity] += 1
      keep(rule, record)
      if (counts.error + counts.warning > mostWritten) return
      write([rule.severity, record.annotationId ?? record.name, record.name, rule.column, rule.message, 1, linkTo(record)])
    },

    /** Lists a record that is missing or changed in the file. @returns false when there are too many changes to list */
    lose(kind: LossKind, message: string, { id, fileName, mediaId }: LossSubject): boolean {
      if (kind === 'changed' && ++changes > mostWritten) return false
      write([kind, id ?? fileName, fileName, '', message, 1, linkTo({ mediaId: mediaId ?? null, annotationId: id ?? null })])
      return true
    },

    /** Lists errors first, with at most 100 kinds of fault per severity. */
    list: (): Fault[] => [...kinds.error.values(), ...kinds.warning.values()],

    /** Completes the table. @param losses losses that were not listed individually */
    async close(losses: readonly (Loss & { kind: LossKind })[]): Promise<void> {
      for (const { kind, message, count } of losses) write([kind, '', '', '', message, count, ''])
      writeFileSync(file.fd, held)
      await file.close()
    }
  }
}
