/**
 * Quality flags of an occurrence. Names in upper case and their rules come from OBIS; names in lower case are Isobath's own. The index of a
 * name in the list is its bit number in the database. New names are therefore always added at the end.
 */
export const flagNames = [
  'NO_COORD',
  'ZERO_COORD',
  'LON_OUT_OF_RANGE',
  'LAT_OUT_OF_RANGE',
  'ON_LAND',
  'NO_DEPTH',
  'DEPTH_OUT_OF_RANGE',
  'MIN_DEPTH_EXCEEDS_MAX',
  'DEPTH_EXCEEDS_BATH',
  'DATE_BEFORE_MIN',
  'DATE_IN_FUTURE',
  'NO_MATCH',
  'NO_ACCEPTED_NAME',
  'NOT_MARINE',
  'MARINE_UNSURE',
  'coordinates_look_swapped',
  'outside_job_area',
  'no_date',
  'date_not_iso',
  'date_ambiguous',
  'no_occurrence_id',
  'datum_not_wgs84'
] as const

export type FlagName = (typeof flagNames)[number]

export const flagBits = (flags: readonly FlagName[]): number => flags.reduce((bits, flag) => bits | (1 << flagNames.indexOf(flag)), 0)

export const flagsOf = (bits: number): FlagName[] => flagNames.filter((_, place) => bits & (1 << place))

/** Flags that follow from the exact position or depth, and could reveal it. A datum reveals the part of the world in which it is used. */
const placeFlags = new Set<FlagName>([
  ...(['ZERO_COORD', 'LON_OUT_OF_RANGE', 'LAT_OUT_OF_RANGE', 'ON_LAND', 'coordinates_look_swapped', 'outside_job_area'] as const),
  ...(['datum_not_wgs84', 'DEPTH_OUT_OF_RANGE', 'MIN_DEPTH_EXCEEDS_MAX', 'DEPTH_EXCEEDS_BATH'] as const)
])

export const isPlaceFlag = (flag: FlagName): boolean => placeFlags.has(flag)
