/** Refusal of a file that cannot be a track, with a sentence for people: the fault, its line, and the limit. */
export class TrackRefused extends Error {
  readonly code = 'TRACK_REFUSED'
  readonly statusCode = 422
}
