import type { AiOverview } from '../../../shared/contracts/ai.ts'
import type { GroupUnit, ModelClass } from '../../../shared/contracts/ai-models.ts'
import { texts } from './texts.ts'

/** Minimum numbers of examples for levels 1 to 4. */
export const levels = [5, 20, 50, 100] as const
const fewestGroups = 2

/** Returns the level of a label, 0 to 4. A label with examples from only one site or image has level 0, because it cannot be tested. */
export const levelOf = ({ labelCount, groupCount }: Pick<ModelClass, 'labelCount' | 'groupCount'>): number =>
  groupCount < fewestGroups ? 0 : levels.filter(level => labelCount >= level).length

const fewestClasses = 2

/**
 * Returns a sentence that suggests what to label next. This is usually the label closest to the lowest level that some label has not reached.
 * A label with enough examples from only one site or image needs examples from another.
 * Such a label comes first if fewer than two labels can be learnt, and last otherwise.
 */
export function nextToLabel({ classes, unit }: Pick<AiOverview, 'classes' | 'unit'>): string {
  const { overview: words } = texts
  const lone = classes.find(({ labelCount, groupCount }) => labelCount >= levels[0] && groupCount < fewestGroups)
  const learnable = classes.filter(each => levelOf(each) > 0).length
  if (lone && learnable < fewestClasses) return words.moreGroups(lone.name, unit satisfies GroupUnit)
  for (const level of levels) {
    const below = classes.filter(({ labelCount }) => labelCount < level).sort((one, other) => other.labelCount - one.labelCount)
    const [nearest] = below
    if (nearest) return words.moreExamples(level - nearest.labelCount, nearest.name, level)
  }
  return lone ? words.moreGroups(lone.name, unit) : words.noneMissing
}
