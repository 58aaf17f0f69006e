import type { Generalisation } from '../../../shared/contracts/generalisations.ts'
import { texts } from './texts.ts'

/** Returns the subject of a rule, as in "Rule for the whole project". */
export const subjectOf = ({ labelId, labelName }: Pick<Generalisation, 'labelId' | 'labelName'>): string =>
  labelId === null ? texts.rule.theProject : (labelName ?? texts.rule.aLabel)
