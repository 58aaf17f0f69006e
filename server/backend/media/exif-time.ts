import type { Exif } from 'exif-reader'
import { offsetName } from '../../../shared/clock/zones.ts'
import { timestamp } from '../../lib/clock.ts'

export interface ExifTime {
  /** Capture time in UTC; null without a plausible time or with an unknown time zone. */
  eventDate: string | null
  /** Time on the camera's clock, without a zone: `2024-06-02T04:29:27.000`. */
  cameraTime: string | null
  timeSource: 'file' | 'gps' | 'unanswered' | null
  /** Zone of the camera's clock, from the file or inferred from GPS; null if neither has it. */
  timeZone: string | null
  /** Notes on the origin of the time. They are stored with the other EXIF facts. */
  notes: Record<string, string>
}

const minuteMs = 60_000
/** 15 minutes in milliseconds. Time zones are multiples of 15 minutes, from −12:00 to +14:00. */
const quarterMs = 15 * minuteMs
/** Tolerance in milliseconds for matching the camera's clock with GPS. Within this tolerance, both times are the same moment in different zones. */
const clockToleranceMs = 2 * minuteMs

/**
 * Determines when a picture was taken. `DateTimeOriginal` has no zone. The zone comes from `OffsetTimeOriginal`, or from the GPS time in UTC if both
 * times are the same moment. Any other GPS time comes from the last fix before a dive. It is used only if there is no camera time. A camera time
 * without a zone has no `eventDate` until a person enters the clock setting.
 */
export function exifTime(exif: Exif): ExifTime {
  const local = milliseconds(exif.Photo?.DateTimeOriginal) ?? milliseconds(exif.Photo?.DateTimeDigitized)
  const fraction = subSeconds(exif.Photo?.SubSecTimeOriginal)
  const zone = offset(exif.Photo?.OffsetTimeOriginal) ?? offset(exif.Photo?.OffsetTimeDigitized)
  const gps = gpsTime(exif)
  if (local === null) {
    if (gps === null) return { eventDate: null, cameraTime: null, timeSource: null, timeZone: null, notes: {} }
    return { eventDate: timestamp(gps), cameraTime: null, timeSource: 'gps', timeZone: null, notes: fromGps }
  }
  const cameraTime = timestamp(local + fraction).slice(0, -1)
  const inUtc = (zoneMs: number) => timestamp(local - zoneMs + fraction)
  if (zone)
    return {
      eventDate: inUtc(zone.ms),
      cameraTime,
      timeSource: 'file',
      timeZone: zone.name,
      notes: { 'Time zone': `UTC${zone.name}` }
    }
  const inferred = gps === null ? null : zoneBetween(local, gps)
  if (inferred !== null)
    return { eventDate: inUtc(inferred), cameraTime, timeSource: 'gps', timeZone: offsetName(inferred / minuteMs), notes: fromGps }
  return { eventDate: null, cameraTime, timeSource: 'unanswered', timeZone: null, notes: {} }
}

const fromGps = { 'Time zone': 'UTC, from GPS' }

function zoneBetween(local: number, utc: number): number | null {
  const zone = Math.round((local - utc) / quarterMs) * quarterMs
  const withinEarth = zone >= -12 * 60 * minuteMs && zone <= 14 * 60 * minuteMs
  return withinEarth && Math.abs(local - utc - zone) <= clockToleranceMs ? zone : null
}

/** Converts a date to milliseconds since 1970. Null if the clock was evidently not set: zeros, 1970 or the future. */
function milliseconds(date: unknown): number | null {
  // The reader runs in a separate context, whose dates are not `instanceof` this context's `Date`.
  const ms = Object.prototype.toString.call(date) === '[object Date]' ? (date as Date).getTime() : Number.NaN
  return ms >= Date.UTC(1971, 0, 1) && ms < Date.now() + 2 * 86_400_000 ? ms : null
}

function gpsTime({ GPSInfo: gps }: Exif): number | null {
  const day = /^(\d{4})[:-](\d{2})[:-](\d{2})/.exec(String(gps?.GPSDateStamp ?? ''))
  const [hour, minute, second] = Array.isArray(gps?.GPSTimeStamp) ? gps.GPSTimeStamp : []
  if (!day || gps?.GPSStatus === 'V' || hour === undefined || minute === undefined || second === undefined) return null
  const ms = Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3]), hour, minute) + second * 1000
  return Number.isFinite(ms) ? milliseconds(new Date(ms)) : null
}

/** Converts SubSecTime to milliseconds. Its digits are a decimal fraction of a second: `80` is 0.80 s. */
function subSeconds(digits: unknown): number {
  const clean = /^(\d{1,9})\s*$/.exec(typeof digits === 'string' ? digits : '')?.[1]
  return clean ? Math.floor(Number(`0.${clean}`) * 1000) : 0
}

function offset(value: unknown): { ms: number; name: string } | null {
  const match = /^([+-])(\d{2}):(\d{2})/.exec(typeof value === 'string' ? value : '')
  if (!match) return null
  const minutes = Number(match[2]) * 60 + Number(match[3])
  if (minutes > 14 * 60) return null
  return { ms: (match[1] === '-' ? -minutes : minutes) * minuteMs, name: `${match[1]}${match[2]}:${match[3]}` }
}
