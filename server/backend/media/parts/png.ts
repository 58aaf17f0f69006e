import { inflateSync } from 'node:zlib'
import { type Bytes, bufferBytes } from './bytes.ts'
import { counter, limitBytes, mostDataChunks, mostPartBytes, mostParts, TooMany } from './limits.ts'
import { checkExif } from './tiff.ts'

const signatureBytes = 8
/** Bytes that frame the content of a chunk: length, type and checksum. */
const roundBytes = 12
/** Maximum compression ratio of deflate: one byte expands to at most 1,032. */
const mostRatio = 1032

/**
 * Counts the chunks of a PNG other than its picture, and unpacks compressed ones up to a limit.
 * Source: PNG, third edition, sections 5.3 and 11.3.
 * @throws TooMany
 */
export function checkPng(bytes: Bytes): void {
  const beside = counter(mostParts, 'chunks outside the picture')
  const data = counter(mostDataChunks, 'chunks')
  let room = mostPartBytes
  for (let at = signatureBytes; at + roundBytes <= bytes.size; ) {
    const head = bytes.at(at, 8)
    const length = head.readUInt32BE(0)
    const type = head.toString('latin1', 4, 8)
    if (type === 'IEND') return
    const isBeside = (head.readUInt8(4) & 0x20) !== 0
    if (isBeside) {
      beside()
      limitBytes(length, `a chunk ${JSON.stringify(type)}`)
      const content = bytes.at(at + 8, length)
      if (type === 'eXIf') checkExif(bufferBytes(content))
      room -= unpackedBytes(type, content, room) ?? 0
      if (room < 0) throw new TooMany(`text or profile data that unpacks to more than ${mostPartBytes / 1024 ** 2} MiB`)
    } else data()
    at += roundBytes + length
  }
}

/** Unpacked size of the content of a chunk; null if it is not compressed. If the size exceeds `most`, the result is any larger number. */
function unpackedBytes(type: string, content: Buffer, most: number): number | null {
  const packed = packedPart(type, content)
  if (!packed) return null
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, most) }).length
  } catch (error) {
    const isTooLong = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    return isTooLong ? most + 1 : packed.length * mostRatio // damaged: an upper bound of the unpacked size
  }
}

/** Compressed part of a chunk, after its keywords; null if the chunk is not compressed. */
function packedPart(type: string, content: Buffer): Buffer | null {
  const keyword = content.indexOf(0)
  if (keyword < 0) return null
  if (type === 'zTXt' || type === 'iCCP') return content.subarray(keyword + 2)
  if (type !== 'iTXt' || content[keyword + 1] !== 1) return null
  const language = content.indexOf(0, keyword + 3)
  const translated = content.indexOf(0, language + 1)
  return language < 0 || translated < 0 ? null : content.subarray(translated + 1)
}
