/** Refusal of a file that cannot be a track. The message gives the fault, and the line and the limit where there are any. */
export class TrackRefused extends Error {
  readonly code = 'TRACK_REFUSED'
  readonly statusCode = 422
}
