import { open } from 'node:fs/promises'
import { annotatePath, mediaPath } from '../../../../shared/addresses.ts'
import type { Fault, FaultyRecord } from '../../../../shared/contracts/exchange.ts'
import { csvLine } from '../csv.ts'
import type { Loss } from '../losses.ts'
import { harmlessCell } from '../report-cell.ts'

const mostKinds = 100
const mostRecords = 20
const mostWritten = 1_000_000

type Severity = Fault['severity']
type Rule = Pick<Fault, 'severity' | 'column' | 'message'>

interface BookOf {
  path: string
  projectId: string
  /** What links of the table begin with; empty where the address of the server is not known. */
  publicUrl: string | null
}

export type FaultBook = Awaited<ReturnType<typeof faultBook>>

/** Counts how many records break a rule, and writes all of them into a table for people. What it holds in memory is bounded. */
export async function faultBook({ path, projectId, publicUrl }: BookOf) {
  const file = await open(path, 'w', 0o600)
  const kinds: Record<Severity, Map<string, Fault>> = { error: new Map(), warning: new Map() }
  const counts: Record<Severity, number> = { error: 0, warning: 0 }
  let held = '\uFEFFkind,record,column,message,times,link\r\n'

  async function write(cells: (string | number)[]): Promise<void> {
    held += `${csvLine(cells.map(harmlessCell))}\r\n`
    if (held.length > 65_536) {
      const text = held
      held = ''
      await file.writeFile(text)
    }
  }

  function linkTo({ mediaId, annotationId }: FaultyRecord): string {
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

    async add(rule: Rule, record: FaultyRecord): Promise<void> {
      counts[rule.severity] += 1
      keep(rule, record)
      if (counts.error + counts.warning > mostWritten) return
      await write([rule.severity, record.annotationId ?? record.name, rule.column, rule.message, 1, linkTo(record)])
    },

    /** Errors first, at most 100 kinds of each severity. */
    list: (): Fault[] => [...kinds.error.values(), ...kinds.warning.values()],

    async close(losses: readonly Loss[]): Promise<void> {
      for (const { message, count } of losses) await write(['loss', '', '', message, count, ''])
      await file.writeFile(held)
      await file.close()
    }
  }
}
