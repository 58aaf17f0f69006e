import type { TrackFormat, TrackReport, TrackSource } from '../../../../shared/contracts/navigation.ts'

/** Facts that a file may lack. */
export interface TrackWish {
  source: TrackSource
  vehicle?: number | undefined
  altitudeMeans?: 'aboveSeaFloor' | 'aboveSeaLevel' | undefined
  /** Offset of times without a zone. */
  utcOffsetMinutes?: number | undefined
  /** Day of the first position of NMEA 0183 without a date. */
  startDate?: string | undefined
}

/** Reads a file line by line, in order. */
export interface TrackReader {
  /** @throws TrackRefused */
  take(line: string, number: number): void
  /** @throws TrackRefused */
  end(): Pick<TrackReport, 'columns' | 'depthOf' | 'notes'> & { format: TrackFormat }
}
