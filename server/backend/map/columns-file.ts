import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Database } from '../storage/database.ts'
import { type Columns, numericColumns } from './columns.ts'

/** Folder for columns that outlive a restart. It can be deleted at any time, and must be deleted when the database is replaced. */
export const columnsFolder = (dataDir: string) => join(dataDir, 'cache', 'map')

const version = 1
const alignment = 8

interface Header {
  version: number
  sequence: number
  count: number
  checksum: number
  labelIds: readonly string[]
  personIds: readonly string[]
}

/** Reads and writes the column file of each project. A file consists of the header length, the header as JSON, and the columns. */
export function columnsFiles(folder: string) {
  const fileOf = (projectId: string) => join(folder, `${projectId}.cols`)
  return {
    /** Reads the columns of a project with their sequence number. Null if the file is missing, damaged or has another version. */
    async read(projectId: string): Promise<{ sequence: number; columns: Columns } | null> {
      const bytes = await readFile(fileOf(projectId)).catch(() => null)
      return bytes && columnsFrom(bytes)
    },
    /** Writes the columns. If that fails, only the next start is slower. */
    async write(projectId: string, sequence: number, columns: Columns): Promise<void> {
      const partial = `${fileOf(projectId)}.${randomUUID()}`
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFile(partial, bytesOf(sequence, columns), { mode: 0o600 })
        await rename(partial, fileOf(projectId))
      } catch {
        await rm(partial, { force: true }).catch(() => undefined)
      }
    },
    /** Deletes the files of projects that no longer exist, and the partial files of a killed process. */
    async sweep(db: Database): Promise<void> {
      const projects = new Set((await db.selectFrom('project').select('id').execute()).map(({ id }) => `${id}.cols`))
      for (const name of await readdir(folder).catch(() => [])) if (!projects.has(name)) await rm(join(folder, name), { force: true })
    }
  }
}

const padded = (length: number) => Math.ceil(length / alignment) * alignment

function bytesOf(sequence: number, columns: Columns): Buffer[] {
  const { count, labelIds, personIds } = columns
  const body = Buffer.concat(
    numericColumns.flatMap(name => {
      const { buffer, byteOffset, byteLength } = columns[name]
      return [Buffer.from(buffer, byteOffset, byteLength), Buffer.alloc(padded(byteLength) - byteLength)]
    })
  )
  const header: Header = { version, sequence, count, checksum: crc32(body), labelIds, personIds }
  const text = Buffer.from(JSON.stringify(header))
  const head = Buffer.alloc(padded(4 + text.length), ' ')
  head.writeUInt32LE(head.length - 4)
  text.copy(head, 4)
  return [head, body]
}

function columnsFrom(bytes: Buffer): { sequence: number; columns: Columns } | null {
  try {
    const start = 4 + bytes.readUInt32LE()
    const { version: written, sequence, count, checksum, labelIds, personIds } = JSON.parse(bytes.toString('utf8', 4, start)) as Header
    const body = bytes.subarray(start)
    if (written !== version || crc32(body) !== checksum) return null
    let at = bytes.byteOffset + start
    const next = (bytesPerValue: number): [ArrayBufferLike, number, number] => {
      const from = at
      at += padded(count * bytesPerValue)
      return [bytes.buffer, from, count]
    }
    return {
      sequence,
      columns: {
        count,
        ids: new Float64Array(...next(8)),
        cells: new Float64Array(...next(8)),
        kinds: new Uint8Array(...next(1)),
        longitudes: new Int32Array(...next(4)),
        latitudes: new Int32Array(...next(4)),
        depths: new Float64Array(...next(8)),
        days: new Int32Array(...next(4)),
        labels: new Uint32Array(...next(4)),
        people: new Uint32Array(...next(4)),
        flags: new Uint8Array(...next(1)),
        grids: new Uint8Array(...next(1)),
        labelIds,
        personIds
      }
    }
  } catch {
    return null
  }
}
