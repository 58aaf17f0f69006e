import { coded } from './coded-problem.ts'

export const opportunityCodes = coded({
  OPPORTUNITY_OF_OTHERS: { status: 403, sentence: 'Only the person who posted this, or an administrator, may change it' },
  OPPORTUNITIES_CONFINED: { status: 403, sentence: 'Prove your e-mail address first: the link is in the mail that this server sent you' }
})
