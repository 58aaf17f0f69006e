import type { ByteSource } from './byte-source.ts'

/** Byte range of a protobuf message or field in the file, from `from` to `to`, exclusive. */
export interface Span {
  from: number
  to: number
}

/** Field of a message. `value` is the varint value; 0 for other wire types. */
export interface Field extends Span {
  number: number
  wire: 0 | 1 | 2 | 5
  value: bigint
}

export class ProtobufFault extends Error {}

const longestVarintBytes = 10
const largestTag = 0xffffffffn

/**
 * Yields the fields of a message in file order. Their content is skipped, so weights never take up memory.
 * Source: Protocol Buffers Encoding, protobuf.dev/programming-guides/encoding.
 * @throws ProtobufFault for bytes that are not a message
 */
export function* fieldsOf(source: ByteSource, { from, to }: Span): Generator<Field> {
  let at = from

  function varint(): bigint {
    let value = 0n
    for (let index = 0; index < longestVarintBytes; index++) {
      const byte = at < to ? source.byteAt(at) : -1
      if (byte < 0) throw new ProtobufFault('a number is cut off')
      at += 1
      value |= BigInt(byte & 127) << BigInt(7 * index)
      if (byte < 128) return value
    }
    throw new ProtobufFault('a number is too long')
  }

  /** Returns the byte range of the content and skips it. @throws ProtobufFault when it extends past the end of the message */
  function content(length: number): Span {
    const span = { from: at, to: at + length }
    if (span.to > to) throw new ProtobufFault('a field extends past the end of the file')
    at = span.to
    return span
  }

  while (at < to) {
    const tag = varint()
    if (tag > largestTag) throw new ProtobufFault('a field has no number')
    const number = Number(tag >> 3n)
    if (number === 0) throw new ProtobufFault('a field has no number')
    const wire = Number(tag & 7n)
    if (wire === 0) {
      const start = at
      const value = varint()
      yield { number, wire, value, from: start, to: at }
    } else if (wire === 1) yield { number, wire, value: 0n, ...content(8) }
    else if (wire === 5) yield { number, wire, value: 0n, ...content(4) }
    else if (wire === 2) yield { number, wire, value: 0n, ...content(Number(varint())) }
    else throw new ProtobufFault('a field has an unknown type')
  }
}
