/** Refusal of a file that cannot be a track. The message gives the fault, its line and the limit. */
export class TrackRefused extends Error {
  readonly code = 'TRACK_REFUSED'
  readonly statusCode = 422
}
