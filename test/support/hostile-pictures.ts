import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { picture, pngChunk } from './pictures.ts'

/** A PNG with the given chunks between its header and its picture. */
async function pngWith(chunks: Buffer[]): Promise<Buffer> {
  const png = await picture({ format: 'png' })
  const behindHeader = 33
  return Buffer.concat([png.subarray(0, behindHeader), ...chunks, png.subarray(behindHeader)])
}

/** Small PNG that unpacks to `chunks` × 8 MB of text. Each chunk has the maximum length that the library accepts. */
export function textBomb(chunks: number): Promise<Buffer> {
  const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(7_999_000))])
  return pngWith(Array.from({ length: chunks }, () => pngChunk('zTXt', text)))
}

/** A JPEG with segments after its first two bytes. */
export async function jpegWith(...segments: [marker: number, content: Buffer][]): Promise<Buffer> {
  const jpeg = await picture()
  return Buffer.concat([jpeg.subarray(0, 2), ...segments.map(([marker, content]) => segment(marker, content)), jpeg.subarray(2)])
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** A progressive JPEG that repeats its last pass over the picture `passes` times. */
async function jpegOfPasses(passes: number): Promise<Buffer> {
  const jpeg = await sharp(await picture())
    .jpeg({ progressive: true })
    .toBuffer()
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
  return Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: passes }, () => scan), jpeg.subarray(-2)])
}

/** One directory of EXIF or TIFF, whose tags have the given type and count and share one place. */
export function directory({
  tags,
  type = 7,
  count = 1,
  place = 8,
  next = 0,
  tag = 0x9000
}: Record<string, number> & { tags: number }): Buffer {
  const bytes = Buffer.alloc(2 + tags * 12 + 4)
  bytes.writeUInt16LE(tags, 0)
  for (let at = 0; at < tags; at++) {
    const row = 2 + at * 12
    bytes.writeUInt16LE(tag + (at % 1000), row)
    bytes.writeUInt16LE(type, row + 2)
    bytes.writeUInt32LE(count, row + 4)
    bytes.writeUInt32LE(place, row + 8)
  }
  bytes.writeUInt32LE(next, 2 + tags * 12)
  return bytes
}

const tiffHead = Buffer.from('49492a0008000000', 'hex')
const tiff = (...directories: Buffer[]) => Buffer.concat([tiffHead, ...directories])

function bigTiffOf(tags: number): Buffer {
  const bytes = Buffer.alloc(16 + 8 + tags * 20 + 8)
  Buffer.from('49492b00080000001000000000000000', 'hex').copy(bytes)
  bytes.writeBigUInt64LE(BigInt(tags), 16)
  return bytes
}

/** A TIFF with this many directories of this many tags, one after the other. */
function longTiff(directories: number, tags: number): Buffer {
  const size = 2 + tags * 12 + 4
  return tiff(...Array.from({ length: directories }, (_, at) => directory({ tags, next: at + 1 < directories ? 8 + (at + 1) * size : 0 })))
}

/** A WebP with chunks after its picture. */
export async function webpWith(count: number, type: string, content: Buffer): Promise<Buffer> {
  const webp = await picture({ format: 'webp' })
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(content.length, 4)
  const chunks = Array.from({ length: count }, () => Buffer.concat([head, content]))
  const whole = Buffer.concat([webp, ...chunks])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}

const exif = (block: Buffer) => Buffer.concat([Buffer.from('Exif\0\0'), block])
const megabytes = (count: number) => Buffer.alloc(count * 1_000_000)
const xmp = (text: Buffer) => Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0'), deflateSync(text)])
const icc = (profile: Buffer) => Buffer.concat([Buffer.from('icc\0\0'), deflateSync(profile)])

/** Pictures built to keep a reader busy, and the message for each. */
export async function overgrownPictures(): Promise<Record<string, [content: Buffer, detail: RegExp]>> {
  const note = pngChunk('tEXt', Buffer.from('Comment\0x'))
  const far = directory({ tags: 1, type: 4, count: 1, place: 8, tag: 0x8769 })
  return {
    'texts.png': [await textBomb(360), /contains text or profile data that unpacks to more than 16 MiB/],
    'damaged-texts.png': [
      await pngWith(Array.from({ length: 40 }, () => pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), megabytes(0.01)])))),
      /unpacks to more than 16 MiB/
    ],
    'notes.png': [await pngWith(Array.from({ length: 1001 }, () => note)), /more than 1,000 chunks outside the picture/],
    'xmp.png': [await pngWith([pngChunk('iTXt', xmp(megabytes(100)))]), /unpacks to more than 16 MiB/],
    'icc.png': [await pngWith([pngChunk('iCCP', icc(megabytes(100)))]), /unpacks to more than 16 MiB/],
    'long-chunk.png': [await pngWith([pngChunk('prVt', megabytes(17))]), /a chunk "prVt" of more than 16 MiB/],
    'exif.png': [await pngWith([pngChunk('eXIf', tiff(directory({ tags: 2001 })))]), /more than 2,000 tags in one directory/],
    'data.png': [await pngWith(Array.from({ length: 1_000_001 }, () => pngChunk('IDAT', Buffer.alloc(0)))), /more than 1,000,000 chunks/],
    'segments.jpg': [
      await jpegWith(...Array.from({ length: 5000 }, (): [number, Buffer] => [0xe5, Buffer.from('x')])),
      /more than 1,000 segments outside the picture/
    ],
    'passes.jpg': [await jpegOfPasses(200), /more than 100 scans of the picture/],
    'filled.jpg': [Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(2_000_000, 0xff)]), /bytes between its segments/],
    'exif.jpg': [
      await jpegWith([0xe1, exif(tiff(directory({ tags: 1900, count: 50_000 }), megabytes(0.04)))]),
      /a directory of more than 64 MiB/
    ],
    'million-tags.tif': [bigTiffOf(1_000_000), /more than 2,000 tags in one directory/],
    'many-tags.tif': [longTiff(600, 1700), /more than 50,000 tags/],
    'directories.tif': [longTiff(1001, 1), /more than 1,000 directories/],
    'loop.tif': [tiff(directory({ tags: 1, next: 8 })), /a directory that leads back to itself/],
    'sub-loop.tif': [tiff(far), /a directory that leads back to itself/],
    'icc.tif': [tiff(directory({ tags: 1, count: 100_000_000, tag: 34_675 })), /a tag 34675 of more than 16 MiB/],
    'xmp.tif': [tiff(directory({ tags: 1, type: 1, count: 100_000_000, tag: 700 })), /a tag 700 of more than 16 MiB/],
    'chunks.webp': [await webpWith(2000, 'JUNK', Buffer.alloc(2)), /more than 1,000 chunks/],
    'icc.webp': [await webpWith(1, 'ICCP', megabytes(100)), /a chunk "ICCP" of more than 16 MiB/],
    'xmp.webp': [await webpWith(1, 'XMP ', megabytes(18)), /a chunk "XMP " of more than 16 MiB/],
    'exif.webp': [await webpWith(1, 'EXIF', tiff(directory({ tags: 2002 }))), /more than 2,000 tags in one directory/]
  }
}

/** A photograph whose EXIF refers back to itself in every way. */
export const loopedExif = () => jpegWith([0xe1, exif(tiff(directory({ tags: 2, type: 4, count: 1, place: 8, tag: 0x8769, next: 8 })))])
