import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

/** Head of the audit log, which is its last record at a certain time, as noted in another file. */
export interface LoggedHead {
  seq: number
  hash: string
  time: string
  /** Path of the file that contains the note. */
  file: string
}

export const headMessage = 'head of the audit log'

/** Reads the heads of the audit log from the debug log in the same folder, oldest first. Unreadable lines are skipped. */
export async function headsInDebugLog(auditPath: string): Promise<LoggedHead[]> {
  const folder = dirname(auditPath)
  const names = (await readdir(folder)).filter(name => /^debug\.log(\.\d+)?$/.test(name))
  const heads: LoggedHead[] = []
  for (const name of names) {
    const file = join(folder, name)
    for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })) {
      const head = line.includes(`"${headMessage}"`) ? readHead(line, file) : null
      if (head && head.seq > 0) heads.push(head)
    }
  }
  return heads.sort((a, b) => a.seq - b.seq)
}

function readHead(line: string, file: string): LoggedHead | null {
  try {
    const { seq, hash, time, msg } = JSON.parse(line) as Record<string, unknown>
    if (msg !== headMessage || typeof seq !== 'number' || typeof hash !== 'string') return null
    return { seq, hash, time: String(time).slice(0, 40), file }
  } catch {
    return null
  }
}
