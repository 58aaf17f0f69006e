/** Error for a file that cannot be a track. The message names the fault, and the line and the limit where they apply. */
export class TrackRefused extends Error {
  readonly code = 'TRACK_REFUSED'
  readonly statusCode = 422
}
