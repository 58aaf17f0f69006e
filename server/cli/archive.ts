import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import tar from 'tar-stream'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { syncFolder } from '../backend/storage/durable-files.ts'
import { CommandFailed } from './command.ts'

export type Manifest = Static<typeof Manifest>
const Manifest = Type.Object({
  format: Type.Literal('isobath-backup'),
  formatVersion: Type.Literal(1),
  createdAt: Type.String(),
  /** Version of the program that wrote the archive. */
  version: Type.String(),
  schemaVersion: Type.Integer({ minimum: 1 }),
  database: Type.Enum(['sqlite', 'postgres']),
  /** Hash of the last record of the audit log. It proves the state of the log at the time of the backup. */
  auditHead: Type.Union([Type.String(), Type.Null()]),
  files: Type.Array(Type.Object({ path: Type.String(), sizeBytes: Type.Integer(), sha256: Type.String() }))
})

const manifestName = 'manifest.json'
/** Pattern of the paths that an archive may contain. */
export const allowedPath = /^(database|blobs|trash|keys|logs)(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/

export interface ArchiveWriter {
  /**
   * Adds a file.
   * @param path path in the archive, one of `allowedPath`
   * @param sizeBytes number of bytes to read from a file that may still grow
   */
  add(path: string, file: string, sizeBytes?: number): Promise<void>
}

/**
 * Writes an archive in one pass. The manifest with the hashes comes last, so that a truncated archive has no manifest. The archive gets its
 * final name once it is completely on disk.
 */
export async function writeArchive(
  target: string,
  facts: Omit<Manifest, 'format' | 'formatVersion' | 'files'>,
  fill: (writer: ArchiveWriter) => Promise<void>
): Promise<Manifest> {
  const partial = `${target}.partial`
  const pack = tar.pack()
  const output = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
  const files: Manifest['files'] = []
  const written = pipeline(pack, output)
  written.catch(() => {}) // the `await` below throws the error; this handles it when `fill` fails first
  try {
    await fill({
      async add(path, file, sizeBytes) {
        const size = sizeBytes ?? (await stat(file)).size
        const entry = pack.entry({ name: path, size, mode: 0o600 })
        const counted = hashing()
        const source = size > 0 ? createReadStream(file, { end: size - 1 }) : createReadStream('/dev/null')
        await pipeline(source, counted.stream, entry)
        files.push({ path, sizeBytes: size, sha256: counted.sha256() })
      }
    })
    const manifest: Manifest = { format: 'isobath-backup', formatVersion: 1, ...facts, files }
    const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
    await finished(pack.entry({ name: manifestName, size: text.length, mode: 0o600 }).end(text), { readable: false })
    pack.finalize()
    await written
    await rename(partial, target)
    await syncFolder(dirname(target))
    return manifest
  } catch (error) {
    pack.destroy()
    await written.catch(() => {})
    await rm(partial, { force: true })
    throw error
  }
}

/**
 * Unpacks an archive into an empty folder and verifies every file by its hash.
 * @throws CommandFailed for anything but a complete, unchanged backup of Isobath
 */
export async function readArchive(file: string, folder: string): Promise<Manifest> {
  const found = new Map<string, { sizeBytes: number; sha256: string }>()
  let manifest: Manifest | null = null
  const extract = tar.extract()
  const reading = pipeline(createReadStream(file), extract)
  reading.catch(() => {}) // the `await` below throws the error
  try {
    for await (const entry of extract) {
      const { name, type, size = 0 } = entry.header
      if (manifest) throw new CommandFailed(`The archive continues after its manifest: ${name}`)
      if (name === manifestName && type === 'file') {
        manifest = parsedManifest(await textOf(Readable.from(entry)))
        continue
      }
      if (type !== 'file' || !allowedPath.test(name)) throw new CommandFailed(`The archive contains an entry that no backup has: ${name}`)
      if (found.has(name)) throw new CommandFailed(`The archive contains ${name} twice`)
      const target = join(folder, name)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      const counted = hashing()
      await pipeline(entry, counted.stream, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }))
      found.set(name, { sizeBytes: size, sha256: counted.sha256() })
    }
    await reading
  } catch (error) {
    if (error instanceof CommandFailed) throw error
    throw new CommandFailed(`The archive cannot be read: ${(error as Error).message}`)
  }
  if (!manifest) throw new CommandFailed('The archive has no manifest: it is truncated, or is not a backup of Isobath')
  requireSame(manifest.files, found)
  return manifest
}

function requireSame(listed: Manifest['files'], found: Map<string, { sizeBytes: number; sha256: string }>): void {
  for (const { path, sizeBytes, sha256 } of listed) {
    const file = found.get(path)
    if (!file) throw new CommandFailed(`The archive is missing ${path}`)
    if (file.sizeBytes !== sizeBytes || file.sha256 !== sha256) throw new CommandFailed(`${path} in the archive was changed or damaged`)
  }
  if (found.size !== listed.length) throw new CommandFailed('The archive contains files that its manifest does not list')
}

function parsedManifest(text: string): Manifest {
  try {
    const manifest: unknown = JSON.parse(text)
    if (Value.Check(Manifest, manifest)) return manifest
  } catch {}
  throw new CommandFailed('This version of Isobath does not support the manifest of the archive')
}

/** Creates a transform that hashes the data passing through it. */
function hashing() {
  const hash = createHash('sha256')
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    }
  })
  return { stream, sha256: () => hash.digest('hex') }
}

async function textOf(entry: Readable): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of entry) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
