import createError from '@fastify/error'

export const RuleStands = createError<[string]>('RULE_STANDS', 'There is a rule for %s already: change that one', 409)
export const TooManyRules = createError<[number]>('TOO_MANY_RULES', 'A project has at most %d rules for places: remove one first', 409)
