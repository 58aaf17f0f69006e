import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ResponseTooLarge } from './fetch-errors.ts'

interface SaveOptions {
  path: string
  maxBytes: number
  onProgress?(bytes: number): void
}

/**
 * Writes a response body to a new file, which only the server can read.
 * @returns its size and its SHA-256 in hexadecimal digits
 * @throws ResponseTooLarge, and the errors of the connection and of the file system
 */
export async function saveBody(body: Readable, { path, maxBytes, onProgress }: SaveOptions): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted(parts: AsyncIterable<Buffer>) {
    for await (const part of parts) {
      bytes += part.length
      if (bytes > maxBytes) throw new ResponseTooLarge(`its response has more than ${maxBytes} bytes`)
      hash.update(part)
      onProgress?.(bytes)
      yield part
    }
  }
  await pipeline(body, counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return { bytes, sha256: hash.digest('hex') }
}
