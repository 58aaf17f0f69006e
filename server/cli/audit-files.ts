import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

export interface AuditFile {
  name: string
  path: string
  /** Number of bytes up to the end of the last complete record. The server may be writing another record. */
  wholeBytes: number
}

/** Lists the audit log and its rotated files, oldest first. The list is empty before the first record. */
export async function auditFiles(dataDir: string): Promise<AuditFile[]> {
  const folder = join(dataDir, 'logs')
  const names = (await readdir(folder).catch(() => [])).filter(name => /^audit.*\.log$/.test(name))
  // The current file is `audit.log`. The names of the others contain the number of their last record.
  names.sort((a, b) => (a === 'audit.log' ? 1 : b === 'audit.log' ? -1 : a < b ? -1 : 1))
  return Promise.all(
    names.map(async name => {
      const path = join(folder, name)
      return { name, path, wholeBytes: (await tail(path)).wholeBytes }
    })
  )
}

/** Returns the hash of the newest record; null when there is none. */
export async function auditHead(dataDir: string): Promise<string | null> {
  const files = await auditFiles(dataDir)
  for (const { path } of files.reverse()) {
    const { lastRecord } = await tail(path)
    if (lastRecord) return (JSON.parse(lastRecord) as { hash?: string }).hash ?? null
  }
  return null
}

/** Number of bytes read from the end of a file. Records are far shorter, because the audit log limits the length of their fields. */
const tailBytes = 1024 * 1024

async function tail(path: string): Promise<{ wholeBytes: number; lastRecord: string | null }> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const start = Math.max(0, size - tailBytes)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start)
    const end = buffer.subarray(0, bytesRead).lastIndexOf('\n')
    if (end < 0) return { wholeBytes: start, lastRecord: null }
    const record = buffer.subarray(buffer.subarray(0, end).lastIndexOf('\n') + 1, end).toString()
    return { wholeBytes: start + end + 1, lastRecord: record || null }
  } finally {
    await file.close()
  }
}
