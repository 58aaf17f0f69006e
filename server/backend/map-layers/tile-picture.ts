export interface TilePicture {
  type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/avif'
  width: number
  height: number
}

/** Maximum size of a tile in bytes. */
export const mostTileBytes = 2_000_000
/** Maximum side of a tile in pixels. A small file can have a side of many thousands of pixels, and take up a gigabyte of a page's memory. */
export const mostTilePx = 1024

/**
 * Type and size in pixels of a tile by its header, without decoding it. Null for anything but PNG, JPEG, WebP and AVIF, and for a damaged header.
 * Sources: PNG (ISO/IEC 15948) 11.2.2, JPEG (ITU-T T.81) B.2.2, WebP (RFC 9649) 2.5–2.7, AVIF (AV1 Image File Format 1.1) 2.1.
 */
export function tilePicture(file: Buffer): TilePicture | null {
  const start = file.toString('latin1', 0, 16)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return sized('image/png', start.endsWith('IHDR') ? pngSize(file) : null)
  if (start.startsWith('\xff\xd8\xff')) return sized('image/jpeg', jpegSize(file))
  if (start.startsWith('ftypavif', 4)) return sized('image/avif', avifSize(file))
  return start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP' ? sized('image/webp', webpSize(file, start.slice(12))) : null
}

type Size = [width: number, height: number]

const sized = (type: TilePicture['type'], size: Size | null): TilePicture | null =>
  size && size[0] > 0 && size[1] > 0 ? { type, width: size[0], height: size[1] } : null

const pngSize = (file: Buffer): Size | null => (file.length < 24 ? null : [file.readUInt32BE(16), file.readUInt32BE(20)])

/** Reads the first frame header (SOF), which comes after other segments. */
function jpegSize(file: Buffer): Size | null {
  for (let at = 2; at + 9 <= file.length; ) {
    const marker = file[at + 1] ?? 0
    if (file[at] !== 0xff) return null
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return [file.readUInt16BE(at + 7), file.readUInt16BE(at + 5)]
    at += marker === 0xff ? 1 : 2 + file.readUInt16BE(at + 2)
  }
  return null
}

function webpSize(file: Buffer, chunk: string): Size | null {
  if (file.length < 30) return null
  if (chunk === 'VP8X') return [file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1]
  if (chunk === 'VP8 ') return [file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff]
  if (chunk !== 'VP8L') return null
  const bits = file.readUInt32LE(21)
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
}

/** Boxes around the sizes of an AVIF picture, from the outside in, with the bytes between their header and their content. */
const avifBoxes: [name: string, skipped: number][] = [
  ['meta', 4],
  ['iprp', 0],
  ['ipco', 0]
]

/** Largest width and largest height among the sizes (ispe) of the picture and its parts in an AVIF file. */
function avifSize(file: Buffer): Size | null {
  let content: Buffer | undefined = file
  for (const [wanted, skipped] of avifBoxes) {
    if (!content) return null
    content = boxesIn(content)
      .find(({ name }) => name === wanted)
      ?.content.subarray(skipped)
  }
  const sizes = boxesIn(content ?? Buffer.alloc(0)).flatMap(({ name, content: size }): Size[] =>
    name === 'ispe' && size.length >= 12 ? [[size.readUInt32BE(4), size.readUInt32BE(8)]] : []
  )
  if (sizes.length === 0) return null
  return sizes.reduce(([width, height], [otherWidth, otherHeight]) => [Math.max(width, otherWidth), Math.max(height, otherHeight)])
}

/** Consecutive boxes, up to the first box with an invalid size. Source: ISO/IEC 14496-12, 4.2. */
function boxesIn(bytes: Buffer): { name: string; content: Buffer }[] {
  const boxes = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length < 8) break
    boxes.push({ name: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + 8, at + length) })
    at += length
  }
  return boxes
}
