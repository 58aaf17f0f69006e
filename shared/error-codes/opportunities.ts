import { calendarTokenLimit, opportunityLimit, opportunitySaveLimit } from '../limits.ts'
import { coded } from './coded-problem.ts'

export const opportunityCodes = coded({
  TOO_MANY_OPPORTUNITIES: { status: 409, sentence: `You can post up to ${opportunityLimit} opportunities: delete old ones first` },
  OPPORTUNITY_OF_OTHERS: { status: 403, sentence: 'Only the person who posted this, or an administrator, can change it' },
  OPPORTUNITIES_CONFINED: { status: 403, sentence: 'Confirm your e-mail address first, using the link in the e-mail from this server' },
  OPPORTUNITY_REFUSED: { status: 409, sentence: 'A moderator has rejected this opportunity: only a moderator can publish it' },
  MODERATORS_ONLY: { status: 403, sentence: 'Only administrators of this server can do this' },
  NOTHING_TO_MODERATE: { status: 409, sentence: 'Only a published, proposed or rejected opportunity can be moderated' },
  OPPORTUNITY_MERGED: { status: 409, sentence: 'This was merged into another opportunity: separate it first' },
  OPPORTUNITY_NOT_MERGED: { status: 409, sentence: 'This is not merged into another opportunity' },
  OPPORTUNITIES_NOT_MERGEABLE: {
    status: 409,
    sentence: 'Only a published opportunity can stay, and drafts and rejected ones cannot be merged into it'
  },
  TOO_MANY_SAVED: { status: 409, sentence: `You can save up to ${opportunitySaveLimit} opportunities: remove old ones first` },
  TOO_MANY_CALENDARS: { status: 409, sentence: `You can have up to ${calendarTokenLimit} calendar addresses: revoke one first` }
})
