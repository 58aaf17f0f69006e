import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Value of the previous hash for the first record of a chain. */
export const chainStart = '0'.repeat(64)

const sealed = /^(\{.*),"hash":"([0-9a-f]{64})"\}$/s
/** Characters that JSON does not escape, but that some readers treat as line breaks. */
const unprintable = /[\u007f-\u009f\u2028\u2029]/g

export type AuditFields = Record<string, string | number | string[] | null>

export interface ChainedLine {
  line: string
  hash: string
}

/**
 * Builds a line of the audit log: the fields of the record, its number, the previous hash, and its own `hash`. The own hash is the SHA-256, in
 * hexadecimal, of the previous hash followed by the record without `hash`.
 */
export function chain(fields: AuditFields, seq: number, prev: string): ChainedLine {
  const text = JSON.stringify({ v: 1, seq, ...fields, prev }).replace(
    unprintable,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  )
  const hash = digest(prev, text)
  return { line: `${text.slice(0, -1)},"hash":"${hash}"}\n`, hash }
}

/** Verifies the line at a position of the chain. @returns its hash, or its fault */
export function checkLine(line: string, seq: number, prev: string): { hash: string } | { fault: string } {
  const parts = sealed.exec(line)
  if (!parts) return { fault: 'is not a record' }
  const [, rest, hash] = parts as unknown as [string, string, string]
  let record: { seq?: unknown; prev?: unknown }
  try {
    record = JSON.parse(`${rest}}`)
  } catch {
    return { fault: 'is not a record' }
  }
  if (record.seq !== seq) return { fault: `has the number ${String(record.seq).slice(0, 20)}: records are missing or out of order` }
  if (record.prev !== prev) return { fault: 'does not follow the record before it' }
  if (digest(prev, `${rest}}`) !== hash) return { fault: 'was changed' }
  return { hash }
}

/** Returns the number and hash of a record; null for a line that is not a record. */
export function endOfChain(line: string): { seq: number; hash: string } | null {
  const parts = sealed.exec(line)
  if (!parts) return null
  const seq = /"seq":(\d+)/.exec(parts[1]!)?.[1]
  return seq ? { seq: Number(seq), hash: parts[2]! } : null
}

function digest(prev: string, text: string): string {
  return createHash('sha256').update(prev).update(text).digest('hex')
}

/** Names a full file after its last record: `audit.log` → `audit.000000004711.log`. */
export function fullFileName(path: string, lastSeq: number): string {
  return path.replace(/\.log$/, `.${String(lastSeq).padStart(12, '0')}.log`)
}

/** Lists the files of a log, oldest first. The current file comes last. */
export function filesOfLog(path: string): string[] {
  const name = basename(path).replace(/\.log$/, '')
  const full = new RegExp(`^${name.replace(/[^\w-]/g, '\\$&')}\\.\\d{12}\\.log$`)
  const names = readdirSync(dirname(path)).filter(entry => full.test(entry))
  return [...names.sort().map(entry => join(dirname(path), entry)), path]
}
