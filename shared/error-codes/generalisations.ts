import { coded } from './coded-problem.ts'

export const generalisationCodes = coded({
  EXACT_PLACE_NEEDED: { status: 403, sentence: 'You see %s only in generalised form and cannot change it: ask an owner of the project' },
  RULE_STANDS: { status: 409, sentence: 'A rule for %s already exists: edit that rule instead' },
  LABEL_RULED: { status: 403, sentence: '“%s” has a rule for sensitive places: only an owner of the project can delete it' },
  TOO_MANY_RULES: { status: 409, sentence: 'A project can have up to %d rules for places: remove one first' }
})
