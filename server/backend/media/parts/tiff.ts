import type { Bytes } from './bytes.ts'
import { counter, limitBytes, mostDirectories, mostPartBytes, mostTags, mostTagsOfAll, TooMany } from './limits.ts'

/** Size in bytes of one value of each type. Sources: TIFF 6.0, section 2; BigTIFF. */
const typeBytes = [1, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 1, 1, 8, 8, 8]
/** Tag of Photoshop layers. They can be as large as the picture, so only the memory limit of the reader applies to them. */
const layers = 37724
/** Tags that point to further directories: sub-images, EXIF, GPS and interoperability. */
const pointers = new Set([330, 0x8769, 0x8825, 0xa005])

interface Layout {
  /** Sizes in bytes: the tag count of a directory, a tag, and an offset. */
  countBytes: 2 | 8
  tagBytes: 12 | 20
  offsetBytes: 4 | 8
  isLittleEndian: boolean
}

/** Counts the directories and tags of a TIFF, and adds up the sizes of their values. @throws TooMany */
export function checkTiff(bytes: Bytes): void {
  walk(bytes, 0, false)
}

/**
 * Counts the directories and tags of an EXIF block, which is a TIFF with a few directories. Cameras write arbitrary bytes into some tags that readers
 * ignore, so these tags are not checked.
 * @throws TooMany
 */
export function checkExif(bytes: Bytes): void {
  walk(bytes, bytes.at(0, 6).toString('latin1') === 'Exif\0\0' ? 6 : 0, true)
}

function walk(bytes: Bytes, base: number, isExif: boolean) {
  const head = bytes.at(base, 16)
  const layout = layoutOf(head)
  if (!layout) return
  const { countBytes, tagBytes, offsetBytes, isLittleEndian } = layout
  const directory = counter(mostDirectories, 'directories')
  const tags = counter(mostTagsOfAll, 'tags')
  const seen = new Set<number>()
  const ahead = [number(head, offsetBytes, offsetBytes, isLittleEndian)]
  for (let offset = ahead.pop(); offset !== undefined; offset = ahead.pop()) {
    const start = base + offset
    if (offset === 0 || start + countBytes > bytes.size) continue
    if (seen.has(offset) && isExif) continue
    if (seen.has(offset)) throw new TooMany('a directory that leads back to itself')
    seen.add(offset)
    directory()
    const count = number(bytes.at(start, countBytes), 0, countBytes, isLittleEndian)
    if (count > mostTags) throw new TooMany(`more than ${mostTags.toLocaleString('en')} tags in one directory`)
    tags(count)
    const rows = bytes.at(start + countBytes, count * tagBytes + offsetBytes)
    let total = 0
    for (let at = 0; at + tagBytes <= rows.length && at < count * tagBytes; at += tagBytes) {
      const value = entryOf(rows.subarray(at, at + tagBytes), layout)
      if (value.tag === layers || (isExif && value.bytes > bytes.size)) continue
      limitBytes(value.bytes, `a tag ${value.tag}`)
      if (value.bytes > offsetBytes) total += value.bytes
      if (pointers.has(value.tag)) ahead.push(...offsetsOf(bytes, base, layout, value))
    }
    if (total > 4 * mostPartBytes) throw new TooMany(`a directory of more than ${(4 * mostPartBytes) / 1024 ** 2} MiB`)
    if (!isExif || seen.size === 1) ahead.push(number(rows, count * tagBytes, offsetBytes, isLittleEndian))
  }
}

function layoutOf(head: Buffer): Layout | null {
  if (head.length < 8) return null
  const isLittleEndian = head.toString('latin1', 0, 2) === 'II'
  if (number(head, 2, 2, isLittleEndian) !== 43) return { countBytes: 2, tagBytes: 12, offsetBytes: 4, isLittleEndian }
  return head.length < 16 ? null : { countBytes: 8, tagBytes: 20, offsetBytes: 8, isLittleEndian }
}

interface Value {
  tag: number
  /** Number of values. */
  count: number
  bytes: number
  /** The values themselves if they fit, otherwise their offset. */
  inline: Buffer
}

function entryOf(row: Buffer, { offsetBytes, isLittleEndian }: Layout): Value {
  const count = number(row, 4, offsetBytes, isLittleEndian)
  const bytes = count * (typeBytes[number(row, 2, 2, isLittleEndian)] ?? 1)
  return { tag: number(row, 0, 2, isLittleEndian), count, bytes, inline: row.subarray(4 + offsetBytes) }
}

function offsetsOf(bytes: Bytes, base: number, { offsetBytes, isLittleEndian }: Layout, { count, bytes: length, inline }: Value): number[] {
  if (count > mostDirectories) throw new TooMany(`more than ${mostDirectories.toLocaleString('en')} directories`)
  if (count === 0) return []
  const width = length / count === 8 ? 8 : 4
  const place = number(inline, 0, offsetBytes, isLittleEndian)
  const values = length <= offsetBytes ? inline : bytes.at(base + place, length)
  return Array.from({ length: Math.min(count, Math.floor(values.length / width)) }, (_, at) =>
    number(values, at * width, width, isLittleEndian)
  )
}

/** Reads an unsigned number. Eight-byte numbers are rounded to the nearest double. */
function number(buffer: Buffer, at: number, length: 2 | 4 | 8, isLittleEndian: boolean): number {
  if (at + length > buffer.length) return 0
  if (length === 8) return Number(isLittleEndian ? buffer.readBigUInt64LE(at) : buffer.readBigUInt64BE(at))
  return isLittleEndian ? buffer.readUIntLE(at, length) : buffer.readUIntBE(at, length)
}
