import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'

const compression = { compressionLevel: 5 }

/** Writes an archive file by file. A file is read only after the previous one has been written, so that memory use stays bounded. */
export function zipWriter(path: string) {
  const zip = new yazl.ZipFile()
  const written = pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 }))
  written.catch(() => {}) // the next call throws this error

  async function add(name: string, open: () => Readable): Promise<void> {
    const turn = new Promise<void>(resolve => {
      zip.addReadStreamLazy(name, compression, done => {
        done(null, open())
        resolve()
      })
    })
    await Promise.race([turn, written])
  }

  return {
    addText: (name: string, text: string) => add(name, () => Readable.from([Buffer.from(text)])),
    add,
    async end(): Promise<void> {
      zip.end()
      await written
    },
    /** Stops writing and leaves an incomplete archive. */
    abandon(): void {
      ;(zip.outputStream as Readable).destroy()
    }
  }
}
