import { type FileHandle, open } from 'node:fs/promises'
import type { LogLine } from '../../../shared/contracts/administration.ts'
import { logLevels } from '../../../shared/log-levels.ts'

const pieceBytes = 256 * 1024
/** Maximum number of bytes read from the end of a log file. */
const searchedBytes = 4 * 1024 * 1024
const valueLimit = 4_000
const mostFields = 40

type Level = LogLine['level']

interface TailQuery {
  level?: Level
  limit?: number
}

/** Reads the last lines of a log, newest first. The file is read backwards from its end, so its size does not matter. */
export async function readLogTail(path: string, { level = 'info', limit = 200 }: TailQuery): Promise<{ lines: LogLine[]; isCut: boolean }> {
  const least = logLevels.indexOf(level)
  const lines: LogLine[] = []
  // A log that was just rotated is short; its older lines are in the previous file.
  for (const each of [path, `${path}.1`]) {
    const file = await open(each).catch(() => null)
    if (!file) break
    try {
      for await (const text of linesFromEnd(file)) {
        const line = toLine(text)
        if (!line || logLevels.indexOf(line.level) < least) continue
        if (lines.length === limit) return { lines, isCut: true }
        lines.push(line)
      }
      if ((await file.stat()).size > searchedBytes) return { lines, isCut: true }
    } finally {
      await file.close()
    }
  }
  return { lines, isCut: false }
}

/**
 * Yields the lines in the last `searchedBytes` of a file, last line first. A last line without a line ending is still being written and is
 * left out.
 */
async function* linesFromEnd(file: FileHandle): AsyncGenerator<string> {
  const { size } = await file.stat()
  const least = Math.max(0, size - searchedBytes)
  let rest = Buffer.alloc(0)
  let isWhole = false
  for (let end = size; end > least; ) {
    const start = Math.max(least, end - pieceBytes)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
    const text = Buffer.concat([buffer.subarray(0, bytesRead), rest])
    let to = text.length
    for (let at = text.lastIndexOf(10, to - 1); at >= 0; at = to === 0 ? -1 : text.lastIndexOf(10, to - 1)) {
      if (isWhole && at + 1 < to) yield text.toString('utf8', at + 1, to)
      isWhole = true
      to = at
    }
    rest = text.subarray(0, to)
    end = start
  }
  if (isWhole && least === 0 && rest.length > 0) yield rest.toString('utf8')
}

/** Parses a line. @returns null for an audit record, because the debug log merely repeats the record from the audit log */
function toLine(text: string): LogLine | null {
  const { level, time, msg, ...rest } = parsed(text)
  if (rest.log === 'audit') return null
  return {
    time: typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? time : null,
    level: logLevels.find(each => each === level) ?? 'info',
    message: typeof msg === 'string' ? msg.slice(0, valueLimit) : '',
    fields: [...fieldsOf(rest, '')].slice(0, mostFields)
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const line: unknown = JSON.parse(text)
    if (typeof line === 'object' && line !== null && !Array.isArray(line)) return line as Record<string, unknown>
  } catch {}
  return { msg: text }
}

/** Yields the fields of a line. Nested fields have dotted names, such as `err.message`. */
function* fieldsOf(fields: Record<string, unknown>, prefix: string): Generator<{ name: string; value: string }> {
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || value === undefined) continue
    if (typeof value === 'object' && !Array.isArray(value)) yield* fieldsOf(value as Record<string, unknown>, `${prefix}${name}.`)
    else yield { name: `${prefix}${name}`, value: (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, valueLimit) }
  }
}
