import { open } from 'node:fs/promises'
import type { ImportFinding } from '../../../../shared/contracts/exchange.ts'
import { csvLine } from '../csv.ts'
import type { Finding } from '../dataset.ts'
import { harmlessCell } from '../report-cell.ts'

const mostTold = 200
const mostWritten = 1_000_000

export type FindingBook = Awaited<ReturnType<typeof findingBook>>

/** Counts what is not taken as it stands, and writes all of it into a table for people; holds the first 200. */
export async function findingBook(path: string) {
  const file = await open(path, 'w', 0o600)
  const first: ImportFinding[] = []
  const counts = { all: 0, refused: 0 }
  let held = '\uFEFFoutcome,row,column,path,message\r\n'

  return {
    first,
    counts,
    async add({ taken, row, column, path: at, message }: Finding): Promise<void> {
      counts.all += 1
      if (!taken) counts.refused += 1
      if (first.length < mostTold) first.push({ taken, row: row ?? null, column: column ?? null, path: at ?? null, message })
      if (counts.all > mostWritten) return
      const cells = [taken ? 'changed' : 'left out', row ?? '', column ?? '', at ?? '', message]
      held += `${csvLine(cells.map(harmlessCell))}\r\n`
      if (held.length < 65_536) return
      const text = held
      held = ''
      await file.writeFile(text)
    },
    async close(): Promise<void> {
      await file.writeFile(held)
      await file.close()
    }
  }
}
