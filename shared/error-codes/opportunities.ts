import { opportunityLimit } from '../limits.ts'
import { coded } from './coded-problem.ts'

export const opportunityCodes = coded({
  TOO_MANY_OPPORTUNITIES: { status: 409, sentence: `One person may post ${opportunityLimit} opportunities: delete old ones first` },
  OPPORTUNITY_OF_OTHERS: { status: 403, sentence: 'Only the person who posted this, or an administrator, may change it' },
  OPPORTUNITIES_CONFINED: { status: 403, sentence: 'Prove your e-mail address first: the link is in the mail that this server sent you' }
})
