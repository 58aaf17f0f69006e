import { open } from 'node:fs/promises'
import type { Fault } from '../../../../shared/contracts/exchange.ts'
import { csvLine } from '../csv.ts'
import type { Loss } from '../losses.ts'
import { harmlessCell } from '../report-cell.ts'

const mostTold = 200
const mostWritten = 1_000_000

export type FaultBook = Awaited<ReturnType<typeof faultBook>>

/** Counts what is wrong with records and writes all of it into a table for people; holds the first 200. */
export async function faultBook(path: string) {
  const file = await open(path, 'w', 0o600)
  const first: Fault[] = []
  const counts = { error: 0, warning: 0 }
  let held = '\uFEFFkind,record,column,message,times\r\n'

  async function write(cells: (string | number)[]): Promise<void> {
    held += `${csvLine(cells.map(harmlessCell))}\r\n`
    if (held.length > 65_536) {
      const text = held
      held = ''
      await file.writeFile(text)
    }
  }

  return {
    first,
    counts,
    async add(fault: Fault): Promise<void> {
      counts[fault.severity] += 1
      if (first.length < mostTold) first.push(fault)
      if (counts.error + counts.warning <= mostWritten) await write([fault.severity, fault.record, fault.column, fault.message, 1])
    },
    async close(losses: readonly Loss[]): Promise<void> {
      for (const { message, count } of losses) await write(['loss', '', '', message, count])
      await file.writeFile(held)
      await file.close()
    }
  }
}
