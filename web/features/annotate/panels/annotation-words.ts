import type { ReviewState } from '../../../../shared/contracts/annotations.ts'

export const reviewWords: Record<ReviewState, string> = {
  proposed: 'Not reviewed',
  confirmed: 'Confirmed',
  rejected: 'Rejected',
  disputed: 'Disputed'
}

/** How sure one is of the name, in words; the share is what is kept. */
export const certainties: [value: string, words: string][] = [
  ['', 'Not said'],
  ['1', 'Certain'],
  ['0.75', 'Probable'],
  ['0.5', 'Possible'],
  ['0.25', 'Doubtful']
]

export function certaintyWords(confidence: number | null): string {
  const known = certainties.find(([value]) => value === (confidence === null ? '' : String(confidence)))
  return known ? known[1] : `${Math.round((confidence ?? 0) * 100)} %`
}
