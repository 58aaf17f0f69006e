import { coded } from './coded-problem.ts'

export const generalisationCodes = coded({
  EXACT_PLACE_NEEDED: { status: 403, sentence: 'You see %s only generalised, so you cannot change it: ask an owner of the project' },
  RULE_STANDS: { status: 409, sentence: 'There is already a rule for %s: change that one' },
  TOO_MANY_RULES: { status: 409, sentence: 'A project has at most %d rules for places: remove one first' }
})
