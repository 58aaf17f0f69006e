import { generalisationCodes } from '../../../shared/error-codes/generalisations.ts'
import { codedError } from '../../lib/coded-error.ts'

export const LabelRuled = codedError<[string]>(generalisationCodes.LABEL_RULED)
export const RuleStands = codedError<[string]>(generalisationCodes.RULE_STANDS)
export const TooManyRules = codedError<[number]>(generalisationCodes.TOO_MANY_RULES)
