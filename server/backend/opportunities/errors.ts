import { opportunityCodes } from '../../../shared/error-codes/opportunities.ts'
import { codedError } from '../../lib/coded-error.ts'

export const OfOthers = codedError(opportunityCodes.OPPORTUNITY_OF_OTHERS)
export const Confined = codedError(opportunityCodes.OPPORTUNITIES_CONFINED)
export const TooManyOpportunities = codedError(opportunityCodes.TOO_MANY_OPPORTUNITIES)
export const Refused = codedError(opportunityCodes.OPPORTUNITY_REFUSED)
export const ModeratorsOnly = codedError(opportunityCodes.MODERATORS_ONLY)
export const NothingToModerate = codedError(opportunityCodes.NOTHING_TO_MODERATE)
export const Merged = codedError(opportunityCodes.OPPORTUNITY_MERGED)
export const NotMerged = codedError(opportunityCodes.OPPORTUNITY_NOT_MERGED)
export const NotMergeable = codedError(opportunityCodes.OPPORTUNITIES_NOT_MERGEABLE)
export const TooManySaved = codedError(opportunityCodes.TOO_MANY_SAVED)
export const TooManyCalendars = codedError(opportunityCodes.TOO_MANY_CALENDARS)
