import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { FetchRefused, ResponseTooLarge } from './fetch-errors.ts'

/** Ratio of decompressed to received bytes above which a response is treated as a decompression bomb. */
const mostRatio = 100
/** Decompressed size in bytes up to which any ratio is accepted. */
const ratioFromBytes = 10_000_000

const inflaters: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress
}

/** Value of the `Accept-Encoding` header. */
export const acceptedEncodings = 'gzip, deflate, br'

/**
 * Reads and decompresses a complete response body.
 * @param encoding `Content-Encoding` of the response
 * @param maxBytes size limit after decompression
 * @throws FetchRefused for an oversized body, a decompression bomb, an unknown encoding or corrupt compressed data
 */
export async function readBody(body: Readable, encoding: string, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let [received, size] = [0, 0]
  const inflater = encoding === '' || encoding === 'identity' ? null : inflaters[encoding]?.()
  if (inflater === undefined) throw new FetchRefused(`its encoding ${encoding.slice(0, 40)} is not supported`)
  body.on('data', (part: Buffer) => {
    received += part.length
  })
  if (inflater) body.on('error', error => inflater.destroy(error))
  try {
    for await (const part of inflater ? body.pipe(inflater) : body) {
      size += part.length
      if (size > maxBytes) throw new ResponseTooLarge(`its response has more than ${maxBytes} bytes`)
      if (size > ratioFromBytes && size > received * mostRatio) throw new FetchRefused('its response is compressed more than 100-fold')
      parts.push(part)
    }
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code)
    if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI'))
      throw new FetchRefused('its response is not compressed as its header states', { cause: error })
    throw error
  } finally {
    body.destroy()
    inflater?.destroy()
  }
  return Buffer.concat(parts)
}
