import type { TrackReport } from '../../../../shared/contracts/navigation.ts'
import type { Fix } from '../../../../shared/navigation/fix.ts'
import { isPossible, midnightOf } from '../../media/written-times.ts'
import type { Gathering } from './gathering.ts'
import { TrackRefused } from './refusal.ts'
import type { TrackReader, TrackWish } from './track-reader.ts'

const dayMs = 86_400_000
/** Backward jump in the time of day, in milliseconds, above which a new day begins. */
const halfDayMs = dayMs / 2
const mostWaiting = 100_000
const metersPerFoot = 0.3048
const metersPerFathom = 1.8288

/** Epoch of the receiver: consecutive sentences with the same time of day. */
interface Epoch {
  ofDayMs: number
  line: number
  kinds: Set<string>
  fix: Omit<Fix, 'timeMs'>
}

const sentence = /[$!]([A-Z]{2,5}|P[A-Z0-9]+),([^*$!]*)\*([0-9A-F]{2})\s*$/i

/**
 * Reader of NMEA 0183. Positions come from GGA, RMC and GLL, and the date from ZDA or RMC. Depths come from DPT, DBS and DBT, and headings
 * from HDT and THS. A course (VTG) is not a heading and is ignored. A depth or heading belongs to the position before it.
 */
// Long: the sentences that one reader supports.
export function nmeaReader(gathering: Gathering, wish: TrackWish): TrackReader {
  const counts = new Map<string, number>()
  const soundings = new Set<string>()
  let midnightMs = wish.startDate === undefined ? Number.NaN : Date.parse(`${wish.startDate}T00:00:00Z`)
  let lastOfDayMs = Number.NaN
  let epoch: Epoch | null = null
  /** Epochs before the first date, each with the number of midnights since the start of the file. */
  let waiting: [Epoch, midnights: number][] = []
  let midnights = 0

  function finish(done: Epoch): void {
    if (Number.isNaN(midnightMs)) {
      waiting.push([done, midnights])
      if (waiting.length > mostWaiting)
        throw new TrackRefused(
          `${mostWaiting.toLocaleString('en')} positions come before the first date (line ${done.line}): enter the day of the first`
        )
      return
    }
    give(done, midnightMs)
  }

  function give({ ofDayMs, line, fix }: Epoch, day: number): void {
    const timeMs = day + ofDayMs
    if (!isPossible(timeMs)) gathering.leave(line, 'its time is before 1970-01-02 or in the future')
    else gathering.take({ timeMs, ...fix }, line)
  }

  /** Keeps track of the time of day. A large backward jump begins a new day. */
  function passTime(ofDayMs: number): void {
    if (ofDayMs - lastOfDayMs < -halfDayMs) {
      if (epoch) finish(epoch)
      epoch = null
      if (Number.isNaN(midnightMs)) midnights += 1
      else midnightMs += dayMs
    }
    lastOfDayMs = ofDayMs
  }

  function passDate(day: number, ofDayMs: number): void {
    passTime(ofDayMs)
    const isFirst = Number.isNaN(midnightMs)
    if (epoch && !isFirst && day !== midnightMs) {
      finish(epoch)
      epoch = null
    }
    midnightMs = day
    if (!isFirst) return
    for (const [early, before] of waiting) give(early, day - (midnights - before) * dayMs)
    waiting = []
  }

  function position(kind: string, line: number, ofDayMs: number, place: { latitude: number; longitude: number }): void {
    passTime(ofDayMs)
    if (epoch && epoch.ofDayMs === ofDayMs) {
      if (epoch.kinds.has(kind)) {
        gathering.readCount += 1
        gathering.leave(line, 'it has the same time as the fix before it')
      }
      epoch.kinds.add(kind)
      return
    }
    if (epoch) finish(epoch)
    const nothing = { depthInMeters: null, altitudeInMeters: null, headingDegrees: null, pitchDegrees: null, rollDegrees: null }
    epoch = { ofDayMs, line, kinds: new Set([kind]), fix: { ...place, ...nothing } }
  }

  function take(line: string, number: number): void {
    if (line.trim() === '') return
    const found = sentence.exec(line)
    if (!found) return void gathering.leave(number, 'the line is not a sentence with a checksum')
    const [, address = '', body = '', given = ''] = found
    if (checksum(`${address},${body}`) !== Number.parseInt(given, 16)) return void gathering.leave(number, 'the checksum is wrong')
    const kind = address.toUpperCase()
    const type = kind.startsWith('P') ? kind : kind.slice(2)
    counts.set(type, (counts.get(type) ?? 0) + 1)
    const fields = body.split(',').map(field => field.trim())
    if (type === 'ZDA') {
      const [ofDay, day] = [timeOfDay(fields[0]), midnightOf(Number(fields[3]), Number(fields[2]), Number(fields[1]))]
      if (ofDay === null || Number.isNaN(day)) gathering.leave(number, 'it has no date')
      else passDate(day, ofDay)
    } else if (type === 'RMC') {
      const [ofDay, day] = [timeOfDay(fields[0]), shortDay(fields[8])]
      if (ofDay === null) return void gathering.leave(number, 'it has no time')
      if (fields[1] !== 'A') return void noFix(number)
      if (!Number.isNaN(day)) passDate(day, ofDay)
      placed(kind, number, ofDay, fields.slice(2, 6))
    } else if (type === 'GGA') {
      const ofDay = timeOfDay(fields[0])
      if (ofDay === null) return void gathering.leave(number, 'it has no time')
      if (fields[5] === '0' || fields[5] === '') return void noFix(number)
      placed(kind, number, ofDay, fields.slice(1, 5))
    } else if (type === 'GLL') {
      const ofDay = timeOfDay(fields[4])
      if (ofDay === null) return void gathering.leave(number, 'it has no time')
      if (fields[5] !== 'A') return void noFix(number)
      placed(kind, number, ofDay, fields.slice(0, 4))
    } else if (type === 'HDT' || type === 'THS') heading(fields[0])
    else if (type === 'DPT') sounding('DPT', depthOf(fields[0], 1, Number(fields[1] ?? '')))
    else if (type === 'DBS' || type === 'DBT')
      sounding(type, depthOf(fields[2], 1) ?? depthOf(fields[0], metersPerFoot) ?? depthOf(fields[4], metersPerFathom))
  }

  function noFix(line: number): void {
    gathering.readCount += 1
    gathering.leave(line, 'the receiver had no fix')
  }

  function placed(kind: string, line: number, ofDay: number, [latitude, north, longitude, east]: string[]): void {
    const place = { latitude: angle(latitude, 2, north, 'NS'), longitude: angle(longitude, 3, east, 'EW') }
    if (Number.isNaN(place.latitude) || Number.isNaN(place.longitude)) {
      gathering.readCount += 1
      gathering.leave(line, 'its position cannot be read')
    } else position(kind, line, ofDay, place)
  }

  function heading(field = ''): void {
    const degrees = field === '' ? Number.NaN : Number(field)
    if (epoch && epoch.fix.headingDegrees === null && degrees >= 0 && degrees <= 360) epoch.fix.headingDegrees = degrees % 360
  }

  function sounding(type: string, meters: number | null): void {
    if (!epoch || meters === null || epoch.fix.depthInMeters !== null || meters > 11_000) return
    epoch.fix.depthInMeters = meters
    soundings.add(type)
  }

  return {
    take,
    end(): Pick<TrackReport, 'columns' | 'depthOf' | 'notes'> & { format: 'nmea' } {
      if (epoch) finish(epoch)
      if (waiting.length > 0) throw new TrackRefused('No sentence has the date (ZDA or RMC): enter the day of the first position')
      const read = new Set(['GGA', 'RMC', 'GLL', 'ZDA', 'HDT', 'THS', 'DPT', 'DBS', 'DBT'])
      const columns = [...counts].map(([name, count]) => ({ name: `${name} (${count})`, meaning: read.has(name) ? 'read' : 'ignored' }))
      const notes = soundings.has('DBT') ? ['Depths from DBT are measured from the transducer and do not include its draught'] : []
      return { format: 'nmea', columns, notes, depthOf: soundings.size > 0 ? 'seaFloor' : 'platform' }
    }
  }
}

/** True when one of the first 50 lines is an NMEA sentence. */
export const isNmea = (lines: readonly string[]): boolean =>
  lines.slice(0, 50).some(line => /[$!][A-Z0-9]{3,},.*\*[0-9A-F]{2}\s*$/i.test(line))

/** XOR of all characters between `$` and `*`. */
function checksum(text: string): number {
  let sum = 0
  for (let at = 0; at < text.length; at += 1) sum ^= text.charCodeAt(at)
  return sum
}

function timeOfDay(field = ''): number | null {
  const found = /^(\d{2})(\d{2})(\d{2})(?:\.(\d+))?$/.exec(field)
  if (!found) return null
  const [hour, minute, second] = [Number(found[1]), Number(found[2]), Number(found[3])]
  if (hour > 23 || minute > 59 || second > 59) return null
  return ((hour * 60 + minute) * 60 + second) * 1000 + Math.round(Number(`0.${found[4] ?? 0}`) * 1000)
}

/**
 * Start of the day in the date field of RMC, in milliseconds since 1970. `221126` is 22 November 2026. Years from 80 on are in the 20th
 * century.
 */
function shortDay(field = ''): number {
  const found = /^(\d{2})(\d{2})(\d{2})$/.exec(field)
  if (!found) return Number.NaN
  const year = Number(found[3])
  return midnightOf(year >= 80 ? 1900 + year : 2000 + year, Number(found[2]), Number(found[1]))
}

/** Angle in degrees from a field of degrees and minutes: `4003.0740` with `N` is 40° 03.0740′. */
function angle(field = '', digits: 2 | 3, hemisphere = '', letters: 'NS' | 'EW'): number {
  const found = new RegExp(`^(\\d{${digits}})(\\d{2}(?:\\.\\d+)?)$`).exec(field)
  const sign = letters.indexOf(hemisphere.toUpperCase())
  if (!found || sign < 0 || hemisphere === '' || Number(found[2]) >= 60) return Number.NaN
  const degrees = Number(found[1]) + Number(found[2]) / 60
  if (degrees > (digits === 2 ? 90 : 180)) return Number.NaN
  return sign === 1 ? -degrees : degrees
}

/** Depth in metres. @param offset offset field of DPT: distance from the transducer to the waterline when positive, to the keel when negative */
function depthOf(field = '', metersPerUnit: number, offset = 0): number | null {
  const value = field === '' ? Number.NaN : Number(field)
  return Number.isFinite(value) && value >= 0 ? value * metersPerUnit + Math.max(0, offset || 0) : null
}
