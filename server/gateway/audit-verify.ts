import { createReadStream, existsSync } from 'node:fs'
import { chainStart, checkLine, filesOfLog } from './audit-chain.ts'
import { headsInDebugLog, type ToldHead } from './audit-heads.ts'

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
  /** The newest head that the debug log beside it names. */
  lastTold: ToldHead | null
  /** The oldest of those that the log does not hold: its end was cut, or it was written anew. */
  lost: ToldHead | null
  /** Whether a record has the hash that was asked for; true when none was. */
  hasHash: boolean
}

/**
 * Walks the chain of an audit log and its full files. It shows edits, removals and changes of order; a log cut at its end or
 * rewritten as a whole shows against the heads that the debug log names, and against one that was kept elsewhere.
 * @param hash of a head that was kept elsewhere, e.g. in the manifest of a backup
 * @throws Error when the log cannot be read
 */
export async function verifyAudit(path: string, hash?: string): Promise<AuditVerdict> {
  const told = await headsInDebugLog(path)
  const toldOf = Map.groupBy(told, ({ seq }) => seq)
  const lastTold = told.at(-1) ?? null
  let lost: ToldHead | null = null
  let hasHash = hash === undefined
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
        if ('fault' in result)
          return { ok: false, recordCount, head, bad: { file, line, reason: result.fault }, torn: false, lastTold, lost, hasHash }
        head = result.hash
        recordCount += 1
        hasHash ||= head === hash
        lost ??= toldOf.get(recordCount)?.find(({ hash }) => hash !== head) ?? null
      }
    }
    if (rest === '') continue
    if (file !== path)
      return { ok: false, recordCount, head, bad: { file, line: line + 1, reason: 'is cut' }, torn: false, lastTold, lost, hasHash }
    torn = true
  }
  lost ??= told.find(({ seq }) => seq > recordCount) ?? null
  return { ok: lost === null && hasHash, recordCount, head, bad: null, torn, lastTold, lost, hasHash }
}
