import { createReadStream, existsSync } from 'node:fs'
import { chainStart, checkLine, filesOfLog } from './audit-chain.ts'
import { headsInDebugLog, type LoggedHead } from './audit-heads.ts'

export interface AuditVerdict {
  ok: boolean
  /** Number of valid records before the first bad one. */
  recordCount: number
  /** Hash of the last valid record. Every later copy of the log must contain it. */
  head: string
  /** First bad record; null when all are valid. */
  bad: { file: string; line: number; reason: string } | null
  /** Whether a crash cut off the last record before it was acknowledged. The next start removes it. */
  torn: boolean
  /** Newest head noted in the debug log in the same folder; null without one. */
  lastLogged: LoggedHead | null
  /** Oldest noted head that the log does not contain, because the log was truncated or rewritten; otherwise null. */
  lost: LoggedHead | null
  /** Whether the log contains a record with the given hash; true when no hash is given. */
  hasHash: boolean
}

/**
 * Verifies the chain of an audit log, including its full files. The chain reveals edits, removals and reordering. The heads in the debug log, or
 * a head kept elsewhere, reveal a truncated or rewritten log.
 * @param hash of a head kept elsewhere, for example in the manifest of a backup
 * @throws Error when the log cannot be read
 */
export async function verifyAudit(path: string, hash?: string): Promise<AuditVerdict> {
  const logged = await headsInDebugLog(path)
  const loggedOf = Map.groupBy(logged, ({ seq }) => seq)
  const lastLogged = logged.at(-1) ?? null
  let lost: LoggedHead | null = null
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
          return { ok: false, recordCount, head, bad: { file, line, reason: result.fault }, torn: false, lastLogged, lost, hasHash }
        head = result.hash
        recordCount += 1
        hasHash ||= head === hash
        lost ??= loggedOf.get(recordCount)?.find(({ hash }) => hash !== head) ?? null
      }
    }
    if (rest === '') continue
    if (file !== path)
      return { ok: false, recordCount, head, bad: { file, line: line + 1, reason: 'is truncated' }, torn: false, lastLogged, lost, hasHash }
    torn = true
  }
  lost ??= logged.find(({ seq }) => seq > recordCount) ?? null
  return { ok: lost === null && hasHash, recordCount, head, bad: null, torn, lastLogged, lost, hasHash }
}
