import { navigationCodes } from '../../../shared/error-codes/navigation.ts'
import { codedError } from '../../lib/coded-error.ts'

export const TrackTooLarge = codedError(navigationCodes.TRACK_TOO_LARGE)
export const EmptyTrack = codedError(navigationCodes.EMPTY_TRACK)
export const TooManyTracks = codedError(navigationCodes.TOO_MANY_TRACKS)
export const TooManyFixes = codedError(navigationCodes.TOO_MANY_FIXES)
export const TrackNotReady = codedError(navigationCodes.TRACK_NOT_READY)
export const PlacementAtWork = codedError(navigationCodes.PLACEMENT_RUNNING)
export const UndoneAlready = codedError(navigationCodes.PLACEMENT_UNDONE)
export const TrackWithheld = codedError(navigationCodes.TRACK_WITHHELD)
