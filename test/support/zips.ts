import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import yazl from 'yazl'

/** Builds an archive of texts. */
export async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content as string), name)
  zip.end()
  return buffer(zip.outputStream as Readable)
}

/** Returns the texts of an archive by file name, in archive order. */
export async function unzipped(archive: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const zip = await yauzl.fromBufferPromise(archive, { lazyEntries: true })
  for await (const entry of zip.eachEntry()) files.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString())
  return files
}
