import type { TrackFormat } from '../../../shared/contracts/navigation.ts'

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

/** Returns the name of a file without its extension: `DIVE_07.csv` → `DIVE_07`. */
export const nameOfFile = (fileName: string) => fileName.replace(/(?<=.)\.[^.]{1,8}$/, '').slice(0, 200)
