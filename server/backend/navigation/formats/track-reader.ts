import type { TrackFormat, TrackReport, TrackSource } from '../../../../shared/contracts/navigation.ts'

/** Facts that a navigation file may lack and that the user supplies. */
export interface TrackWish {
  source: TrackSource
  vehicle?: number | undefined
  altitudeMeans?: 'aboveSeaFloor' | 'aboveSeaLevel' | undefined
  /** Offset from UTC of times without a zone. */
  utcOffsetMinutes?: number | undefined
  /** Day of the first position, for NMEA 0183 without a date. */
  startDate?: string | undefined
}

/** Reader that receives the lines of a file in order. */
export interface TrackReader {
  /** @throws TrackRefused */
  take(line: string, number: number): void
  /** @throws TrackRefused */
  end(): Pick<TrackReport, 'columns' | 'depthOf' | 'notes'> & { format: TrackFormat }
}
