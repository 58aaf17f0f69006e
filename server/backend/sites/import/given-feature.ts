/** Position as in a file: longitude, latitude and height above the sea in metres. */
export type GivenPosition = readonly [longitude: number, latitude: number, height?: number | undefined]

/** Point, line or outline of a file, before any check. */
export interface GivenFeature {
  /** Line, or number of the feature, from 1. */
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
