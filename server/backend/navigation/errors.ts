import createError from '@fastify/error'
import { fixLimit, trackLimit, trackLimitBytes } from '../../../shared/limits.ts'

export const TrackTooLarge = createError(
  'TRACK_TOO_LARGE',
  `A file with navigation may have up to ${trackLimitBytes / 1024 ** 3} GiB: divide it`,
  413
)
export const EmptyTrack = createError('EMPTY_FILE', 'The file is empty', 422)
export const TooManyTracks = createError('TOO_MANY_TRACKS', `A project may have up to ${trackLimit.toLocaleString('en')} tracks`, 422)
export const TooManyFixes = createError(
  'TOO_MANY_FIXES',
  `The tracks of this project have ${fixLimit.toLocaleString('en')} fixes, which is the limit: delete a track first`,
  422
)
export const TrackNotReady = createError('TRACK_NOT_READY', 'This track was not read yet, or could not be read', 409)
export const PlacementAtWork = createError('AT_WORK', 'This is still at work: wait for its end', 409)
export const UndoneAlready = createError('UNDONE_ALREADY', 'This was taken back already', 409)
export const TrackWithheld = createError(
  'TRACK_WITHHELD',
  'A track leads to exact places, and you do not get all places of this project exactly: ask one of its owners',
  403
)
