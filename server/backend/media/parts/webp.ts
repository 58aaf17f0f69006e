import { type Bytes, bufferBytes } from './bytes.ts'
import { counter, limitBytes, mostParts } from './limits.ts'
import { checkExif } from './tiff.ts'

const headBytes = 8
const picture = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANMF'])

/** Counts the chunks of a WebP. Source: RFC 9649, section 2. @throws TooMany */
export function checkWebp(bytes: Bytes): void {
  const chunk = counter(mostParts, 'chunks')
  for (let at = 12; at + headBytes <= bytes.size; ) {
    const head = bytes.at(at, headBytes)
    const type = head.toString('latin1', 0, 4)
    const length = head.readUInt32LE(4)
    chunk()
    if (!picture.has(type)) limitBytes(length, `a chunk ${JSON.stringify(type)}`)
    if (type === 'EXIF') checkExif(bufferBytes(bytes.at(at + headBytes, length)))
    at += headBytes + length + (length % 2)
  }
}
