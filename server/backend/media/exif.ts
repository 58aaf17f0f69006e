import { runInNewContext } from 'node:vm'
import exifReader, { type Exif } from 'exif-reader'
import type { Media } from '../../../shared/contracts/media.ts'
import { type ExifTime, exifTime } from './exif-time.ts'

export type ExifFacts = Pick<
  Media,
  'eventDate' | 'decimalLatitude' | 'decimalLongitude' | 'depthInMeters' | 'altitudeInMeters' | 'camera' | 'exif'
> &
  Omit<ExifTime, 'notes'> & { cameraSerial: string | null }

/** Maximum size of an EXIF block in bytes. A photograph needs a few kB. Larger blocks contain previews, or are crafted to block the reader. */
const exifLimitBytes = 1024 * 1024
/** Limit on the processor time for reading one block. A photograph needs a few milliseconds. */
const readerLimitMs = 250

const nothing: ExifFacts = {
  eventDate: null,
  cameraTime: null,
  timeSource: null,
  timeZone: null,
  decimalLatitude: null,
  decimalLongitude: null,
  depthInMeters: null,
  altitudeInMeters: null,
  camera: null,
  cameraSerial: null,
  exif: {}
}

/** Reads the usable facts from the EXIF block of a picture, and never throws. Sources: EXIF 2.32 and, for depth, MarIQT. */
export function readExif(block: Buffer | undefined): ExifFacts {
  if (!block || block.length > exifLimitBytes) return nothing
  let exif: Exif
  try {
    exif = withinProcessorTime(block)
  } catch {
    return nothing
  }
  const { notes, ...time } = exifTime(exif)
  const depthInMeters = depthOf(exif)
  return {
    ...time,
    ...positionOf(exif),
    depthInMeters,
    altitudeInMeters: depthInMeters === null ? null : distanceToGround(exif),
    camera: cameraOf(exif),
    cameraSerial: text(exif.Photo?.BodySerialNumber),
    exif: { ...notes, ...shotFacts(exif) }
  }
}

/**
 * Reads a block within a limit, because it may refer to the same bytes thousands of times. Node can only limit elapsed time, not processor time. If
 * the reader merely waited for a busy processor, it therefore runs again with more time. Otherwise the photograph would lose its time and position.
 */
function withinProcessorTime(block: Buffer): Exif {
  const before = process.threadCpuUsage()
  for (let timeout = readerLimitMs; ; timeout *= 2) {
    try {
      return runInNewContext('read(block)', { read: exifReader, block }, { timeout })
    } catch (error) {
      const { user, system } = process.threadCpuUsage(before)
      const wasStopped = (error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
      if (!wasStopped || (user + system) / 1000 >= readerLimitMs) throw error
    }
  }
}

/** Position from latitude and longitude with their hemispheres; null without a GPS fix, or at 0, 0. */
function positionOf({ GPSInfo: gps }: Exif): Pick<ExifFacts, 'decimalLatitude' | 'decimalLongitude'> {
  const latitude = degrees(gps?.GPSLatitude, gps?.GPSLatitudeRef, 'N', 'S', 90)
  const longitude = degrees(gps?.GPSLongitude, gps?.GPSLongitudeRef, 'E', 'W', 180)
  const unknown = latitude === null || longitude === null || (latitude === 0 && longitude === 0) || text(gps?.GPSStatus) === 'V'
  return { decimalLatitude: unknown ? null : latitude, decimalLongitude: unknown ? null : longitude }
}

function degrees(parts: unknown, hemisphere: unknown, positive: string, negative: string, limit: number): number | null {
  const side = text(hemisphere)?.toUpperCase()
  if (!Array.isArray(parts) || (side !== positive && side !== negative)) return null
  const [degree, minute = 0, second = 0] = parts as number[]
  const value = Number(degree) + Number(minute) / 60 + Number(second) / 3600
  if (!Number.isFinite(value) || value < 0 || value > limit) return null
  return round(side === negative ? -value : value, 7)
}

/**
 * Depth in metres. It is GPSAltitude if GPSAltitudeRef is 1 ("below sea level"), as is the convention in marine imaging. Otherwise it is WaterDepth,
 * as measured by an underwater camera.
 */
function depthOf({ GPSInfo: gps, Photo: photo }: Exif): number | null {
  const below = Number(gps?.GPSAltitudeRef) === 1 ? finite(gps?.GPSAltitude) : null
  const depth = below ?? finite(photo?.WaterDepth)
  return depth !== null && depth >= -100 && depth <= 11_000 ? round(depth, 3) : null
}

const metersPer: Record<string, number> = { K: 1000, M: 1609.344, N: 1852 }

/** Height above the sea floor in metres, which MarIQT stores in GPSDestDistance. Other software uses this tag for other distances. */
function distanceToGround({ GPSInfo: gps }: Exif): number | null {
  const distance = finite(gps?.GPSDestDistance)
  const unit = metersPer[text(gps?.GPSDestDistanceRef)?.toUpperCase() ?? '']
  if (distance === null || unit === undefined) return null
  const meters = round(distance * unit, 3)
  return meters >= 0 && meters <= 11_000 ? meters : null
}

function cameraOf({ Image: image }: Exif): string | null {
  const make = text(image?.Make)
  const model = text(image?.Model)
  if (!model) return make
  const brand = make?.split(' ')[0]
  return brand && model.toLowerCase().startsWith(brand.toLowerCase()) ? model : [make, model].filter(Boolean).join(' ')
}

function shotFacts({ Photo: photo, Image: image, GPSInfo: gps }: Exif): ExifFacts['exif'] {
  const above = Number(gps?.GPSAltitudeRef) === 0 ? finite(gps?.GPSAltitude) : null
  const heading = finite(gps?.GPSImgDirection)
  const reference = text(gps?.GPSImgDirectionRef) === 'M' ? 'magnetic' : 'true'
  const iso = Array.isArray(photo?.ISOSpeedRatings) ? photo.ISOSpeedRatings[0] : photo?.ISOSpeedRatings
  const found: Record<string, string | number | null> = {
    'Exposure time': exposure(positive(photo?.ExposureTime)),
    Aperture: withUnit('f/', positive(photo?.FNumber), ''),
    ISO: positive(iso) ?? positive(photo?.RecommendedExposureIndex),
    'Focal length': withUnit('', positive(photo?.FocalLength), ' mm'),
    Flash: typeof photo?.Flash === 'number' ? (photo.Flash & 1 ? 'fired' : 'not fired') : null,
    Lens: text(photo?.LensModel),
    Heading: heading === null || heading < 0 || heading > 360 ? null : `${round(heading, 2)}° ${reference}`,
    'Altitude above sea level': withUnit('', above, ' m'),
    'Horizontal position error': withUnit('', positive(gps?.GPSHPositioningError), ' m'),
    'Map datum': text(gps?.GPSMapDatum),
    'Water temperature': withUnit('', finite(photo?.Temperature), ' °C'),
    Software: text(image?.Software),
    Artist: text(image?.Artist),
    Copyright: text(image?.Copyright),
    'Camera serial number': text(photo?.BodySerialNumber),
    'Image id': text(photo?.ImageUniqueID)
  }
  return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string | number] => entry[1] !== null))
}

function exposure(seconds: number | null): string | null {
  if (seconds === null) return null
  return seconds < 0.4 ? `1/${Math.round(1 / seconds)} s` : `${round(seconds, 2)} s`
}

function withUnit(before: string, value: number | null, after: string): string | null {
  return value === null ? null : `${before}${round(value, 2)}${after}`
}

/** Reads a finite number; null for 0/0, for unset values, and for 2³¹, which some software writes for unknown values. */
function finite(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 2 ** 31 ? value : null
}

function positive(value: unknown): number | null {
  const number = finite(value)
  return number !== null && number > 0 ? number : null
}

/** Reads text without padding and control characters, up to 200 characters; null if nothing remains. */
function text(value: unknown): string | null {
  const raw = Buffer.isBuffer(value) ? value.toString('utf8') : typeof value === 'string' ? value : ''
  const clean = raw
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 200)
  return clean || null
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
