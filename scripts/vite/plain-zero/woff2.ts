import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

/** Tags of the tables that are needed here, by their numbers in the format. */
const numbered: Record<number, string> = { 0: 'cmap', 10: 'glyf', 11: 'loca', 48: 'gvar' }
const headerSize = 48

/** Table of a WOFF2 file, with its entry in the directory. */
export interface Table {
  /** Tag; for a table that is not needed here, the number of its tag. */
  tag: string
  /** Flags, followed by the tag if the format has no number for it. */
  head: Buffer
  length: number
  isTransformed: boolean
  data: Buffer
}

/** Header and tables of a WOFF2 file. */
export interface Woff2 {
  header: Buffer
  tables: Table[]
}

/**
 * Reads the tables of a WOFF2 file as they are stored.
 * @throws for any other format, a collection of fonts, and a file with metadata or private data
 */
export function readWoff2(file: Buffer): Woff2 {
  const header = file.subarray(0, headerSize)
  if (header.toString('latin1', 0, 4) !== 'wOF2' || header.toString('latin1', 4, 8) === 'ttcf') throw new Error('This is not a WOFF2 font')
  if (header.readUInt32BE(28) || header.readUInt32BE(40)) throw new Error('This WOFF2 font has metadata, which would be lost')
  let at = headerSize
  const number = () => {
    let value = 0
    for (let byte = 0x80; byte & 0x80; at++) {
      byte = file[at]!
      value = value * 128 + (byte & 0x7f)
    }
    return value
  }
  const entries = Array.from({ length: header.readUInt16BE(12) }, () => {
    const flags = file[at]!
    const known = flags & 0x3f
    const head = file.subarray(at, at + (known === 0x3f ? 5 : 1))
    at += head.length
    const tag = known === 0x3f ? head.toString('latin1', 1) : (numbered[known] ?? String(known))
    const isTransformed = flags >> 6 !== (tag === 'glyf' || tag === 'loca' ? 3 : 0)
    const length = number()
    return { tag, head, length, isTransformed, stored: isTransformed ? number() : length }
  })
  const all = brotliDecompressSync(file.subarray(at, at + header.readUInt32BE(20)))
  let start = 0
  const tables = entries.map(({ stored, ...entry }) => {
    start += stored
    return { ...entry, data: all.subarray(start - stored, start) }
  })
  return { header, tables }
}

/** Writes a WOFF2 file. Checksums of the font are not updated, because browsers recompute them. */
export function writeWoff2({ header, tables }: Woff2): Buffer {
  const directory = tables.flatMap(({ head, length, isTransformed, data }) => [
    head,
    base128(isTransformed ? length : data.length),
    ...(isTransformed ? [base128(data.length)] : [])
  ])
  const all = Buffer.concat(tables.map(({ data }) => data))
  const compressed = brotliCompressSync(all, {
    params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT, [constants.BROTLI_PARAM_SIZE_HINT]: all.length }
  })
  const file = Buffer.concat([header, ...directory, compressed])
  file.writeUInt32BE(compressed.length, 20)
  const padded = Buffer.concat([file, Buffer.alloc(-file.length & 3)])
  padded.writeUInt32BE(padded.length, 8)
  return padded
}

function base128(value: number): Buffer {
  const bytes = [value & 0x7f]
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return Buffer.from(bytes)
}
