import { copyFile, open } from 'node:fs/promises'
import type { ImportFinding } from '../../../../shared/contracts/exchange.ts'
import { csvLine } from '../../files/csv.ts'
import { harmlessCell } from '../../files/report-cell.ts'
import type { Finding } from '../dataset.ts'

const mostShown = 200
/** Maximum number of places shown on the page for findings with the same message, besides the first. */
const mostFurther = 2
/** Maximum number of listed changes. Omitted entries are always listed: the annotation limit of an import bounds their number. */
const mostChangesWritten = 1_000_000

export type FindingTable = Awaited<ReturnType<typeof findingTable>>
export type FindingReport = Awaited<ReturnType<typeof findingReport>>

/**
 * Opens a human-readable table of changed and omitted entries.
 * @param before path of a finished table, which this one continues
 */
export async function findingTable(path: string, before?: string) {
  if (before !== undefined) await copyFile(before, path)
  const file = await open(path, before === undefined ? 'w' : 'a', 0o600)
  let held = before === undefined ? '\uFEFFoutcome,row,column,path,image,message\r\n' : ''

  return {
    async write({ taken, row, column, path: at, image, message }: Finding): Promise<void> {
      const cells = [taken ? 'changed' : 'left out', row ?? '', column ?? '', at ?? '', image ?? '', message]
      held += `${csvLine(cells.map(harmlessCell))}\r\n`
      if (held.length < 65_536) return
      const text = held
      held = ''
      await file.writeFile(text)
    },
    async close(): Promise<void> {
      try {
        await file.writeFile(held)
      } finally {
        await file.close()
      }
    }
  }
}

/** Findings for the page. Their memory is bounded by the number of groups. */
function shownFindings() {
  const first: ImportFinding[] = []
  const groups = new Map<string, ImportFinding>()

  /** Adds a finding to the list on the page. @param count number of findings in the table that it represents */
  function show(finding: Finding, count = 1): ImportFinding | null {
    if (first.length >= mostShown) return null
    const shown = { taken: finding.taken, ...placeOf(finding), message: finding.message, ...(count > 1 && { count }) }
    first.push(shown)
    return shown
  }

  /** Adds a finding to its group on the page. */
  function group(finding: Finding): void {
    const key = `${finding.taken} ${finding.message}`
    const before = groups.get(key)
    if (!before) {
      const shown = show(finding)
      if (shown) groups.set(key, shown)
      return
    }
    before.count = (before.count ?? 1) + 1
    before.further ??= []
    if (before.further.length < mostFurther) before.further.push(placeOf(finding))
  }

  return { first, show, group }
}

/** Counts changed and omitted entries, and writes them to a table. The first 200 groups of equal findings are kept for the page. */
export async function findingReport(path: string) {
  const table = await findingTable(path)
  const { first, show, group } = shownFindings()
  const counts = { all: 0, refused: 0 }
  const alike = new Map<string, { first: Finding; count: number }>()

  async function write(finding: Finding): Promise<void> {
    counts.all += 1
    if (!finding.taken) counts.refused += 1
    else if (counts.all - counts.refused > mostChangesWritten) return
    await table.write(finding)
  }

  return {
    first,
    counts,
    /** Writes a finding to the table only. `show` can then report many findings as one. */
    write,
    show,
    async add(finding: Finding): Promise<void> {
      group(finding)
      await write(finding)
    },
    /** Adds one of many findings with the same message, which the page shows once with their count. */
    async addAlike(finding: Finding): Promise<void> {
      const before = alike.get(finding.message)
      if (before) before.count += 1
      else if (alike.size < mostShown) alike.set(finding.message, { first: finding, count: 1 })
      await write(finding)
    },
    showAlike(): void {
      for (const { first: only, count } of alike.values())
        show(count === 1 ? only : { taken: only.taken, message: `${count.toLocaleString('en')} × ${only.message}` }, count)
    },
    async close(): Promise<void> {
      const unwritten = counts.all - counts.refused - mostChangesWritten
      const further = unwritten === 1 ? 'One further change is' : `${unwritten.toLocaleString('en')} further changes are`
      if (unwritten > 0) await table.write({ taken: true, message: `${further} not listed` })
      await table.close()
    }
  }
}

const placeOf = ({ row, column, path }: Finding) => ({ row: row ?? null, column: column ?? null, path: path ?? null })
