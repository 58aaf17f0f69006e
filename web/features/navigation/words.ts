import type { TrackFact, TrackFormat, TrackSource } from '../../../shared/contracts/navigation.ts'

export const sourceWords: Record<TrackSource, string> = {
  usbl: 'USBL',
  dvl: 'DVL',
  ins: 'Inertial (INS)',
  ship: 'Ship',
  gps: 'GPS',
  manual: 'By hand'
}

export const formatWords: Record<TrackFormat, string> = {
  mariqt: 'MarIQT',
  dship: 'DSHIP',
  ranger2: 'Ranger 2',
  ofop: 'OFOP',
  pangaea: 'PANGAEA',
  o2a: 'O2A',
  squidle: 'SQUIDLE+',
  table: 'Table',
  nmea: 'NMEA 0183'
}

export const factWords: Record<TrackFact, string> = {
  position: 'Position',
  depth: 'Depth',
  altitude: 'Height above the sea floor',
  heading: 'Heading'
}

/** `DIVE_07.csv` → `DIVE_07`. */
export const nameOfFile = (fileName: string) => fileName.replace(/(?<=.)\.[^.]{1,8}$/, '').slice(0, 200)
