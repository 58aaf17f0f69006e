import { isUtf8 } from 'node:buffer'
import { type ByteSource, NotThisFormat, quoted } from './reading.ts'

/** Number of bytes within which an XML declaration ends. */
const beginningBytes = 256

/** Encoding indicated by a UTF-16 byte order mark; null without one. */
export function markedEncoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/**
 * Detects UTF-16 with a byte order mark and UTF-8. Anything else is treated as Windows-1252, which the Encoding Standard also uses for
 * ISO-8859-1.
 */
export const encodingOf = (text: Uint8Array) => markedEncoding(text) ?? (isUtf8(text) ? 'utf-8' : 'windows-1252')

/**
 * Converts a file to UTF-8. A byte order mark or an XML declaration determines the encoding. Without either, the file is read as UTF-8. From
 * the first chunk that is not valid UTF-8 on, the file is read as Windows-1252.
 * @param onForeign called once when a file without another stated encoding is not UTF-8
 * @throws NotThisFormat for an unknown declared encoding
 */
export async function* asUtf8(source: ByteSource, onForeign: () => void): ByteSource {
  const pieces = withWholeBeginning(source)
  let decoder: TextDecoder | null = null
  let rest: Uint8Array = new Uint8Array()
  let isFirst = true
  for await (const given of pieces) {
    let piece = given
    if (isFirst) decoder = statedDecoder(piece)
    isFirst = false
    if (!decoder) {
      const held: Uint8Array = rest.length > 0 ? Buffer.concat([rest, piece]) : piece
      const whole = held.length - openBytes(held)
      rest = held.subarray(whole)
      if (isUtf8(held.subarray(0, whole))) {
        yield held.subarray(0, whole)
        continue
      }
      onForeign()
      decoder = new TextDecoder('windows-1252')
      piece = held
      rest = new Uint8Array()
    }
    yield Buffer.from(decoder.decode(piece, { stream: true }))
  }
  if (rest.length > 0) onForeign()
  yield Buffer.from(decoder ? decoder.decode() : new TextDecoder('windows-1252').decode(rest))
}

async function* withWholeBeginning(source: ByteSource): ByteSource {
  let beginning: Uint8Array | null = new Uint8Array()
  for await (const piece of source) {
    if (beginning && beginning.length + piece.length < beginningBytes) beginning = Buffer.concat([beginning, piece])
    else if (beginning) {
      yield beginning.length > 0 ? Buffer.concat([beginning, piece]) : piece
      beginning = null
    } else yield piece
  }
  if (beginning) yield beginning
}

/**
 * Decoder for the encoding that a byte order mark or an XML declaration states; null without either. A declaration of UTF-8 or UTF-16 is
 * ignored, because the bytes themselves are decisive.
 */
function statedDecoder(beginning: Uint8Array): TextDecoder | null {
  const marked = markedEncoding(beginning)
  if (marked) return new TextDecoder(marked)
  const text = Buffer.from(beginning.subarray(0, beginningBytes)).toString('latin1')
  const declared = /^[^<]{0,9}<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"']+)["']/.exec(text)?.[1]
  // A declaration that can be read byte by byte is not encoded in UTF-16, even if it names UTF-16.
  if (declared === undefined || /^utf-?(8|16.*)$/i.test(declared)) return null
  try {
    return new TextDecoder(declared)
  } catch {
    throw new NotThisFormat(`It declares the encoding ${quoted(declared)}, which is not supported: save it as UTF-8`)
  }
}

/** Returns the number of bytes at the end that belong to an incomplete UTF-8 character. */
function openBytes(text: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, text.length); back++) {
    const byte = text[text.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return byte >= (back === 1 ? 0xc2 : back === 2 ? 0xe0 : 0xf0) ? back : 0
  }
  return 0
}
