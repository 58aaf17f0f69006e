import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Exif } from 'sharp'
import { fieldFile } from './pictures.ts'

interface Drawing {
  width: number
  height: number
  exif: Exif
  /** Whether the JPEG lacks its end marker, like the field photograph. */
  endless?: boolean
}

/** Size, time and position of each field photograph, from its EXIF. */
const drawings = {
  'reef-quadrat-2007.jpg': {
    width: 1942,
    height: 1935,
    endless: true,
    exif: { IFD0: { Make: 'NIKON CORPORATION', Model: 'NIKON D70' }, IFD2: { DateTimeOriginal: '2007:04:08 14:35:05' } }
  },
  'reef-transect-2017.jpg': {
    width: 4000,
    height: 3000,
    exif: {
      IFD0: { Make: 'OLYMPUS CORPORATION', Model: 'TG-5' },
      IFD2: { DateTimeOriginal: '2017:09:06 10:17:33', OffsetTimeOriginal: '+13:00', FocalLength: '45/10' }
    }
  },
  'rov-framegrab-with-gps-2019.jpg': {
    width: 1920,
    height: 1080,
    exif: {
      IFD2: { DateTimeOriginal: '2019:11:20 22:14:22' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '36/1 47/1 306384/10000',
        GPSLongitudeRef: 'W',
        GPSLongitude: '122/1 4/1 181452/10000',
        GPSAltitudeRef: '1',
        GPSAltitude: '30255/100',
        GPSTimeStamp: '22/1 14/1 22/1',
        GPSDateStamp: '2019:11:20'
      }
    }
  },
  'rov-seafloor-2022.jpg': {
    width: 3840,
    height: 2560,
    exif: {
      IFD0: { Make: 'Canon', Model: 'Canon EOS 5D Mark IV' },
      IFD2: { DateTimeOriginal: '2022:10:06 16:44:04', OffsetTimeOriginal: '-07:00' }
    }
  }
} satisfies Record<string, Drawing>

export type PhotographName = keyof typeof drawings

let drawnFolder: string | undefined

/**
 * Path of a field photograph. Without the field data beside the repository, it is a drawn one with the same name, size, time, position and camera.
 */
export async function photograph(name: PhotographName): Promise<string> {
  const real = fieldFile(`images/${name}`)
  return existsSync(real) ? real : drawn(name)
}

async function drawn(name: PhotographName): Promise<string> {
  drawnFolder ??= temporaryFolder()
  const path = join(drawnFolder, name)
  if (!existsSync(path)) writeFileSync(path, await draw(drawings[name]))
  return path
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-photographs-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Draws coloured noise, coarse enough to resemble sediment and fine enough to fill tiles. */
async function draw({ width, height, exif, endless }: Drawing): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 110, sigma: 45 } as const
  const coarse = sharp({ create: { width: width >> 2, height: height >> 2, channels: 3, background: 'gray', noise } })
  const enlarged = sharp(await coarse.raw().toBuffer(), { raw: { width: width >> 2, height: height >> 2, channels: 3 } })
  const jpeg = await enlarged.resize(width, height, { fit: 'fill' }).withExif(exif).jpeg({ quality: 80 }).toBuffer()
  return endless ? jpeg.subarray(0, -2) : jpeg
}
