import type { ReviewState } from '../../../../shared/contracts/annotations.ts'

export const reviewWords: Record<ReviewState, string> = {
  proposed: 'Not reviewed',
  confirmed: 'Confirmed',
  rejected: 'Rejected',
  disputed: 'Disputed'
}

/** Levels of certainty about a label, with the stored confidence, 0 to 1, and its wording. */
export const certainties: [value: string, words: string][] = [
  ['', 'Not stated'],
  ['1', 'Certain'],
  ['0.75', 'Probable'],
  ['0.5', 'Possible'],
  ['0.25', 'Doubtful']
]

export function certaintyWords(confidence: number | null): string {
  const known = certainties.find(([value]) => value === (confidence === null ? '' : String(confidence)))
  return known ? known[1] : `${Math.round((confidence ?? 0) * 100)} %`
}
