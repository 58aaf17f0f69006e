/** A file that cannot be a track, refused with a sentence for people: what is wrong, where, and which limit. */
export class TrackRefused extends Error {
  readonly code = 'TRACK_REFUSED'
  readonly statusCode = 422
}
