import type { TrackFormat } from '../../../../shared/contracts/navigation.ts'
import { TrackRefused } from './refusal.ts'

export type Meaning =
  | 'time'
  | 'date'
  | 'clock'
  | 'latitude'
  | 'longitude'
  | 'depth'
  | 'waterDepth'
  | 'elevation'
  | 'altitude'
  | 'heading'
  | 'pitch'
  | 'roll'

/** Meaning of a column. `ambiguous` is an altitude that may be above the ground or above sea level. */
type Found = { meaning: Meaning | 'ambiguous'; vehicle: number | null }

/*
 * Column names of MarIQT, DSHIP, Ranger 2, OFOP, PANGAEA, O2A, SQUIDLE+, and common names. Names are compared in lower case, and a run of
 * blanks, `_` and `-` counts as one blank. The group of a pattern captures the number of the vehicle; the ship is 0.
 */
const names: [Meaning | 'ambiguous', RegExp][] = [
  ['time', /^(utc|date ?time( utc)?|date\/time|timestamp|time ?stamp|pose\.timestamp|sub(\d*) datetime|eventdate|unix ?time)$/],
  ['date', /^date( utc)?$/],
  ['clock', /^(time( utc)?|utc time)$/],
  ['latitude', /^(lat|latitude|lat \[deg\]|latitude \[deg\]|decimallatitude|pose\.lat)$/],
  ['longitude', /^(lon|lng|long|longitude|lon \[deg\]|longitude \[deg\]|decimallongitude|pose\.lon)$/],
  ['latitude', /^sub(\d*) (usbl )?lat(itude)?$/],
  ['longitude', /^sub(\d*) (usbl )?lon(gitude)?$/],
  ['latitude', /^(?:usbl\.ptsag\.(\d+)\.latitude|ranger2\.psonlld\.(\d+)\.position latitude)$/],
  ['longitude', /^(?:usbl\.ptsag\.(\d+)\.longitude|ranger2\.psonlld\.(\d+)\.position longitude)$/],
  ['depth', /^(dep|depth|depth m|depth \[m\]|depth, water \[m\]|depthinmeters|pose\.dep)$/],
  ['depth', /^sub(\d*) (usbl )?depth$/],
  ['depth', /^(?:usbl\.ptsag\.(\d+)\.depth|ranger2\.psonlld\.(\d+)\.position depth)$/],
  ['waterDepth', /^(water depth( \[m\])?|depth, bathymetric \[m\]|bathymetric depth)$/],
  ['elevation', /^(gps altitude|sub altitude|elevation( \[m( a\.s\.l\.)?\])?|ele)$/],
  ['altitude', /^(hgt|height|distance to ground|pose\.alt|altitudeinmeters|altitude above (ground|sea ?floor)( \[m\])?)$/],
  ['altitude', /^height above sea ?floor(\/altitude)?( \[m\])?$/],
  ['altitude', /^sub(\d+) altitude$/],
  ['altitude', /^sub(\d*) distance$/],
  ['ambiguous', /^(alt|altitude|altitude m|altitude \[m\])$/],
  ['heading', /^(heading|hdg|yaw|true heading|heading \[deg\]|yaw \[deg\]|pose\.(heading|yaw))$/],
  ['heading', /^sub(\d*) (heading|hdg|yaw)$/],
  ['pitch', /^(pitch|pitch \[deg\]|pose\.pitch)$/],
  ['pitch', /^sub(\d*) pitch$/],
  ['roll', /^(roll|roll \[deg\]|pose\.roll)$/],
  ['roll', /^sub(\d*) roll$/]
]
const ofShip: [Meaning, RegExp][] = [
  ['latitude', /^(ship lat(itude)?|sys\.str\.poslat)$/],
  ['longitude', /^(ship lon(gitude)?|sys\.str\.poslon)$/],
  ['heading', /^(ship (heading|hdg)|sys\.str\.hdg)$/]
]

function recognise(name: string): Found | null {
  const plain = name
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/^.*:/, '')
    .replace(/[\s_-]+/g, ' ')
    .replace(/[°\uFFFD]/g, 'deg')
  const ship = ofShip.find(([, pattern]) => pattern.test(plain))
  if (ship) return { meaning: ship[0], vehicle: 0 }
  for (const [meaning, pattern] of names) {
    const found = pattern.exec(plain)
    if (!found) continue
    const number = found.slice(1).find(group => group !== undefined && /^\d+$/.test(group))
    return { meaning, vehicle: number === undefined ? null : Number(number) }
  }
  return null
}

export interface Columns {
  format: TrackFormat
  /** Index of the column for each meaning. */
  at: Partial<Record<Meaning, number>>
  read: { name: string; meaning: string }[]
  notes: string[]
}

interface Wish {
  vehicle: number | undefined
  isShip: boolean
  altitudeMeans: 'aboveSeaFloor' | 'aboveSeaLevel' | undefined
  hasComment: boolean
}

/**
 * Recognises the columns of a table. If two columns have the same meaning, the first is used.
 * @throws TrackRefused when there is no column for the time, the position or the requested vehicle
 */
export function recogniseColumns(header: string[], { vehicle, isShip, altitudeMeans, hasComment }: Wish): Columns {
  const found = header.map(recognise)
  const vehicles = [...new Set(found.flatMap(one => (one?.meaning === 'latitude' && one.vehicle !== null ? one.vehicle : [])))]
  const wished =
    vehicle ??
    chosen(
      vehicles,
      isShip,
      found.some(one => one?.meaning === 'latitude' && one.vehicle === null)
    )
  if (vehicle !== undefined && !vehicles.includes(vehicle))
    throw new TrackRefused(`No column has the position of vehicle ${vehicle}. Vehicles of this table: ${vehicles.join(', ') || 'none'}`)
  const at: Columns['at'] = {}
  const read = header.map((name, place): Columns['read'][number] => {
    const one = found[place]
    const meaning =
      one?.meaning === 'ambiguous' ? altitudeMeans && (altitudeMeans === 'aboveSeaFloor' ? 'altitude' : 'elevation') : one?.meaning
    const isOfOther = one && one.vehicle !== null && one.vehicle !== wished
    if (!meaning || isOfOther || at[meaning] !== undefined) return { name: name.trim().slice(0, 100), meaning: 'ignored' }
    at[meaning] = place
    return { name: name.trim().slice(0, 100), meaning }
  })
  if (at.time === undefined && at.date === undefined && at.clock !== undefined) {
    at.time = at.clock // a `time` column without a `date` column includes the date
    delete at.clock
  }
  const missing = [
    ...(at.time === undefined && (at.date === undefined || at.clock === undefined) ? ['time'] : []),
    ...(at.latitude === undefined ? ['latitude'] : []),
    ...(at.longitude === undefined ? ['longitude'] : [])
  ]
  if (missing.length > 0) {
    const given = header.slice(0, 12).map(name => name.trim().slice(0, 60))
    throw new TrackRefused(
      `No column has the ${missing.join(', nor the ')}. The first row must hold column names; it holds: ${given.join(', ')}`
    )
  }
  const notes: string[] = []
  const ambiguousAt = found.findIndex(one => one?.meaning === 'ambiguous')
  if (ambiguousAt >= 0 && !altitudeMeans && at.altitude === undefined)
    notes.push(`“${header[ambiguousAt]?.trim()}” was left out: it may be above the sea floor or above sea level`)
  if (vehicles.length > 1) notes.push(`The table has several vehicles (${vehicles.join(', ')}): number ${wished} was read`)
  return { format: formatOf(header, hasComment), at, read, notes }
}

function chosen(vehicles: number[], isShip: boolean, hasPlain: boolean): number | null {
  if (isShip && vehicles.includes(0)) return 0
  if (hasPlain) return null
  return vehicles.find(one => one !== 0) ?? vehicles[0] ?? null
}

function formatOf(header: string[], hasComment: boolean): TrackFormat {
  const plain = header.map(name => name.trim().toLowerCase())
  const some = (pattern: RegExp) => plain.some(name => pattern.test(name))
  if (some(/^pose\./)) return 'squidle'
  if (some(/^ranger2\./)) return 'ranger2'
  if (some(/^(usbl\.ptsag|sys\.str)\./)) return 'dship'
  if (hasComment || some(/^date\/time$/)) return 'pangaea'
  if (some(/^(sub\d+|ship)_/)) return 'ofop'
  if (some(/^utc$/) && some(/^dep$|^hgt$|^uncert$/)) return 'mariqt'
  if (some(/^datetime$/) && some(/latitude \[deg\]$/)) return 'o2a'
  return 'table'
}
