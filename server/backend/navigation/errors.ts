import { codedError } from '../../lib/coded-error.ts'

export const TrackTooLarge = codedError('TRACK_TOO_LARGE')
export const EmptyTrack = codedError('EMPTY_TRACK')
export const TooManyTracks = codedError('TOO_MANY_TRACKS')
export const TooManyFixes = codedError('TOO_MANY_FIXES')
export const TrackNotReady = codedError('TRACK_NOT_READY')
export const PlacementAtWork = codedError('PLACEMENT_RUNNING')
export const UndoneAlready = codedError('PLACEMENT_UNDONE')
export const TrackWithheld = codedError('TRACK_WITHHELD')
