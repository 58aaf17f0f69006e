import { createReadStream, existsSync } from 'node:fs'
import { chainStart, checkLine, filesOfLog } from './audit-chain.ts'

export interface AuditVerdict {
  ok: boolean
  /** Records that hold, up to the first bad one. */
  recordCount: number
  /** Hash of the last good record: what an earlier copy of the log must lead to. */
  head: string
  /** The first bad record. */
  bad: { file: string; line: number; reason: string } | null
  /** The last record was cut by a crash before it was acknowledged; the next start removes it. */
  torn: boolean
}

/**
 * Walks the chain of an audit log and its full files. It shows edits, removals and changes of order; a log cut at its end or
 * rewritten as a whole shows only against a head that was kept elsewhere.
 * @throws Error when the log cannot be read
 */
export async function verifyAudit(path: string): Promise<AuditVerdict> {
  let recordCount = 0
  let head = chainStart
  let torn = false

  for (const file of filesOfLog(path)) {
    if (!existsSync(file)) continue
    let rest = ''
    let line = 0
    for await (const piece of createReadStream(file, { encoding: 'utf8' })) {
      const lines = (rest + piece).split('\n')
      rest = lines.pop() ?? ''
      for (const text of lines) {
        line += 1
        const result = checkLine(text, recordCount + 1, head)
        if ('fault' in result) return { ok: false, recordCount, head, bad: { file, line, reason: result.fault }, torn: false }
        head = result.hash
        recordCount += 1
      }
    }
    if (rest === '') continue
    if (file !== path) return { ok: false, recordCount, head, bad: { file, line: line + 1, reason: 'is cut' }, torn: false }
    torn = true
  }
  return { ok: true, recordCount, head, bad: null, torn }
}
