import type { LabelShare } from '../../../shared/contracts/ai.ts'
import type { ModelCard } from '../../../shared/contracts/ai-models.ts'
import { readNumber } from '../../ui/read-number.ts'

/** Percentages as typed, by label id. Labels without a typed percentage keep their share in training. */
export type TypedMix = Readonly<Record<string, string>>

/** Smallest percentage that is sent. A label with 0 % is expected nowhere, and its probability becomes close to 0. */
const leastPercent = 0.0001
const tolerance = 0.5

/** Returns the text of a percentage field: the typed text, or the share in training with one decimal. */
export const percentText = (typed: TypedMix, labelId: string, share: number): string =>
  typed[labelId] ?? String(Math.round(1000 * share) / 10)

/**
 * Returns the expected mix from the percentage fields.
 * @returns the sum in percent, and the shares, which add up to 1. Text other than a percentage from 0 to 100 makes the sum NaN. The shares are
 * null unless the sum is 100 ± 0.5.
 */
export function mixOfRun(
  { classes, trainingShares }: Pick<ModelCard, 'classes' | 'trainingShares'>,
  typed: TypedMix
): { sum: number; mix: LabelShare[] | null } {
  const percents = classes.map(({ labelId }, place) => {
    const text = typed[labelId]
    const percent = text === undefined ? 100 * (trainingShares[place] ?? 0) : (readNumber(text) ?? 0)
    return percent >= 0 && percent <= 100 ? percent : Number.NaN
  })
  const sum = percents.reduce((total, percent) => total + percent, 0)
  if (!(Math.abs(sum - 100) <= tolerance + 1e-9)) return { sum, mix: null }
  const sent = percents.map(percent => Math.max(leastPercent, percent))
  const total = sent.reduce((all, percent) => all + percent, 0)
  return { sum, mix: classes.map(({ labelId }, place) => ({ labelId, share: (sent[place] ?? 0) / total })) }
}
