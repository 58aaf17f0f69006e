/** Position in a file: longitude, latitude and height above sea level in metres. */
export type GivenPosition = readonly [longitude: number, latitude: number, height?: number | undefined]

/** Point, line or outline from a file, not yet validated. */
export interface GivenFeature {
  /** Line number or feature number in the file, from 1. */
  row: number
  name: string | null
  kind: 'station' | 'transect' | 'area'
  positions: readonly GivenPosition[]
  notes: string | null
  remarks: string[]
  minimumDepthInMeters?: number | null
  maximumDepthInMeters?: number | null
  footprintWKT?: string | null
}
