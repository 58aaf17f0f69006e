import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

const dataFolder = fileURLToPath(new URL('../../../shared/data/', import.meta.url))

/** Path of a real field file beside the repository. */
export const fieldFile = (path: string) => dataFolder + path

/** Returns a real field file beside the repository, or the reason to skip a test when it is missing. */
export function realFile(path: string): { content: Buffer } | { skip: string } {
  const file = fieldFile(path)
  return existsSync(file) ? { content: readFileSync(file) } : { skip: `../shared/data/${path} is not here` }
}

export interface PictureOptions {
  width?: number
  height?: number
  format?: 'jpeg' | 'png' | 'tiff' | 'webp'
  /** Pictures of different seeds differ; the same seed gives the same bytes. */
  seed?: number
  /** EXIF orientation, 1–8. */
  orientation?: number
  /** Whether it is stored in several passes, so that a reader must hold all of it. */
  interlaced?: boolean
  /** EXIF of the camera; a time is written like `2024:06:02 14:03:11`. */
  camera?: { model?: string; serial?: string; dateTimeOriginal: string; offset?: string }
}

/** Generates a picture with a gradient and some detail. */
export async function picture({
  width = 640,
  height = 480,
  format = 'jpeg',
  seed = 0,
  orientation,
  interlaced,
  camera
}: PictureOptions = {}): Promise<Buffer> {
  const small = { width: 16, height: 12 }
  const pixels = Buffer.from(Array.from({ length: small.width * small.height * 3 }, (_, at) => (at * 7 + seed * 31 + (at % 5) * 20) % 256))
  const drawn = sharp(pixels, { raw: { ...small, channels: 3 } }).resize(width, height, { fit: 'fill', kernel: 'cubic' })
  const turned = orientation ? drawn.withMetadata({ orientation }) : drawn
  const image = camera ? turned.withExif(exifOf(camera)) : turned
  return image.toFormat(format, interlaced ? { progressive: true } : {}).toBuffer()
}

const exifOf = ({ model = 'Nikon D70', serial, dateTimeOriginal, offset }: NonNullable<PictureOptions['camera']>) => ({
  IFD0: { Model: model },
  IFD2: {
    DateTimeOriginal: dateTimeOriginal,
    ...(offset && { OffsetTimeOriginal: offset }),
    ...(serial && { BodySerialNumber: serial })
  }
})

/** Builds a tiny PNG that claims to be huge. */
export function bombPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const pixels = deflateSync(Buffer.alloc(1_000_000))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0))
  ])
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const named = Buffer.concat([Buffer.from(type), data])
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
