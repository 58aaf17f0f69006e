import { codedError } from '../../lib/coded-error.ts'

export const RuleStands = codedError<[string]>('RULE_STANDS')
export const TooManyRules = codedError<[number]>('TOO_MANY_RULES')
