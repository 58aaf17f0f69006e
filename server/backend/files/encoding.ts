import { isUtf8 } from 'node:buffer'
import { type ByteSource, NotThisFormat, quoted } from './reading.ts'

/** Enough for a declaration of XML. */
const beginningBytes = 256

/** UTF-16 by its mark; null without one. */
export function markedEncoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** UTF-16 with its mark, UTF-8, or else Windows-1252, which holds ISO-8859-1 as the Encoding Standard has it. */
export const encodingOf = (text: Uint8Array) => markedEncoding(text) ?? (isUtf8(text) ? 'utf-8' : 'windows-1252')

/**
 * The text of a file in UTF-8, by its mark, by what its XML declares, or by `encodingOf`. From the first piece on that is no UTF-8, a
 * file of any length is Windows-1252: what came before it has no letter in which the two differ, or was UTF-8.
 * @param onForeign called once when the file is neither UTF-8 nor what it declares
 * @throws NotThisFormat for a declared encoding that is not known
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

/** The decoder that a file states; null where it states none, or UTF-8, which is looked at all the same. */
function statedDecoder(beginning: Uint8Array): TextDecoder | null {
  const marked = markedEncoding(beginning)
  if (marked) return new TextDecoder(marked)
  const text = Buffer.from(beginning.subarray(0, beginningBytes)).toString('latin1')
  const declared = /^[^<]{0,9}<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"']+)["']/.exec(text)?.[1]
  // A declaration that can be read byte by byte is not in UTF-16, although it may name it.
  if (declared === undefined || /^utf-?(8|16.*)$/i.test(declared)) return null
  try {
    return new TextDecoder(declared)
  } catch {
    throw new NotThisFormat(`It declares the encoding ${quoted(declared)}, which is not known: save it as UTF-8`)
  }
}

/** Bytes at the end that begin a letter without ending it. */
function openBytes(text: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, text.length); back++) {
    const byte = text[text.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return byte >= (back === 1 ? 0xc2 : back === 2 ? 0xe0 : 0xf0) ? back : 0
  }
  return 0
}
