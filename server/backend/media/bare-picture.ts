import type { Media } from '../../../shared/contracts/media.ts'

/**
 * Strips a picture down to its pixels, orientation and colours, and so removes positions, times, previews and text. Null for a TIFF, whose parts
 * cannot be separated, and for a file that does not match its format.
 * Sources: ITU-T T.81, annex B; EXIF 2.32; PNG 1.2; WebP container.
 */
export function barePicture(file: Buffer, format: Media['format']): Buffer | null {
  if (format === 'image/jpeg') return bareJpeg(file)
  if (format === 'image/png') return barePng(file)
  return format === 'image/webp' ? bareWebp(file) : null
}

const app0 = 0xe0
const app1 = 0xe1
const app2 = 0xe2
const app14 = 0xee
const app15 = 0xef
const comment = 0xfe
const startOfScan = 0xda
const endOfImage = 0xd9
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
const exifHead = 'Exif\0\0'

/**
 * Removes comments and all application segments except the header, the colour profile and the colour transform. A new EXIF segment keeps
 * the orientation.
 */
function bareJpeg(file: Buffer): Buffer | null {
  if (file.readUInt16BE(0) !== 0xffd8) return null
  const parts: Buffer[] = []
  let orientation = 1
  for (let at = 2; at + 4 <= file.length; ) {
    const [prefix = 0, marker = 0] = file.subarray(at, at + 2)
    if (prefix !== 0xff) return null
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === endOfImage) break
    if (standsAlone(marker)) {
      parts.push(file.subarray(at, at + 2))
      at += 2
      continue
    }
    const length = Math.max(2, file.readUInt16BE(at + 2))
    const content = file.subarray(at + 4, at + 2 + length)
    let end = at + 2 + length
    if (marker === startOfScan) end = endOfScan(file, end)
    const head = content.toString('latin1', 0, 12)
    if (marker === app1 && head.startsWith(exifHead)) orientation = orientationOf(content.subarray(exifHead.length)) ?? orientation
    const isProfile = marker === app2 && head === 'ICC_PROFILE\0'
    const isApart = (marker >= app0 && marker <= app15 && marker !== app0 && marker !== app14 && !isProfile) || marker === comment
    if (!isApart) parts.push(file.subarray(at, end))
    at = end
  }
  return Buffer.concat([
    file.subarray(0, 2),
    ...(orientation === 1 ? [] : [turned(orientation)]),
    ...parts,
    Buffer.from([0xff, endOfImage])
  ])
}

/** Position of the marker that ends a scan. Stuffed bytes and restart markers belong to the scan. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return file.length
}

const orientationTag = 0x0112

/** Reads the orientation (1 to 8) from the TIFF part of an EXIF block. Null if it is missing or invalid. */
function orientationOf(tiff: Buffer): number | null {
  if (tiff.length < 14) return null
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < short(start); entry++) {
    const at = start + 2 + entry * 12
    const value = short(at + 8)
    if (short(at) === orientationTag) return value >= 1 && value <= 8 ? value : null
  }
  return null
}

/** Builds an EXIF block that contains only the orientation: little-endian, one directory with one entry. */
function turnedBlock(orientation: number): Buffer {
  const block = Buffer.alloc(26)
  block.write('II*\0', 'latin1')
  block.writeUInt32LE(8, 4)
  block.writeUInt16LE(1, 8)
  block.writeUInt16LE(orientationTag, 10)
  block.writeUInt16LE(3, 12)
  block.writeUInt32LE(1, 14)
  block.writeUInt16LE(orientation, 18)
  return block
}

function turned(orientation: number): Buffer {
  const content = Buffer.concat([Buffer.from(exifHead, 'latin1'), turnedBlock(orientation)])
  const head = Buffer.from([0xff, app1, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** PNG chunks that define the pixels and colours. Any other chunk may contain text. */
const drawn = ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'sBIT']

function barePng(file: Buffer): Buffer | null {
  if (!file.subarray(0, 8).equals(pngHead)) return null
  const parts: Buffer[] = [pngHead]
  for (let at = 8; at + 12 <= file.length; ) {
    const end = at + 12 + file.readUInt32BE(at)
    const kind = file.toString('latin1', at + 4, at + 8)
    if (drawn.includes(kind)) parts.push(file.subarray(at, end))
    if (kind === 'IEND') break
    at = end
  }
  return Buffer.concat(parts)
}

const drawnInWebp = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'ANIM', 'ANMF']
const exifFlag = 0x08
const xmpFlag = 0x04

function bareWebp(file: Buffer): Buffer | null {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP') return null
  const parts: Buffer[] = []
  for (let at = 12; at + 8 <= file.length; ) {
    const size = file.readUInt32LE(at + 4)
    const kind = file.toString('latin1', at, at + 4)
    const chunk = Buffer.from(file.subarray(at, at + 8 + size + (size % 2)))
    if (kind === 'VP8X' && chunk.length > 8) chunk[8] = (chunk[8] ?? 0) & ~(exifFlag | xmpFlag)
    if (drawnInWebp.includes(kind)) parts.push(chunk)
    at += 8 + size + (size % 2)
  }
  const body = Buffer.concat(parts)
  const head = Buffer.from(file.subarray(0, 12))
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}
