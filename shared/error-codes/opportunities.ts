import { opportunityLimit } from '../limits.ts'
import { coded } from './coded-problem.ts'

export const opportunityCodes = coded({
  TOO_MANY_OPPORTUNITIES: { status: 409, sentence: `One person may post ${opportunityLimit} opportunities: delete old ones first` },
  OPPORTUNITY_OF_OTHERS: { status: 403, sentence: 'Only the person who posted this, or an administrator, can change it' },
  OPPORTUNITIES_CONFINED: { status: 403, sentence: 'Confirm your e-mail address first, with the link in the e-mail from this server' }
})
