import type { Deadline } from '../../../shared/contracts/opportunities.ts'
import { wordsOf } from './words.ts'

/** Minimum similarity of two titles that count as nearly equal. */
export const leastSimilarity = 0.5
/** Number of leading letters by which the words of titles are found. Endings and typos after them make no difference. */
const startLetters = 4
const dayMs = 86_400_000

interface Dated {
  deadlines: readonly Deadline[]
}

export interface Described extends Dated {
  title: string
  organization: string | null
}

/** Distinct leading letters of the words of a title, longest words first. */
export const titleStarts = (title: string): string[] => [
  ...new Set(
    wordsOf(title)
      .sort((one, other) => other.length - one.length)
      .map(word => [...word].slice(0, startLetters).join(''))
  )
]

/**
 * Similarity of two texts, from 0 to 1: the fraction of their trigrams that both have. Each word is padded with two spaces before it and one after
 * it.
 * Source: `similarity` of PostgreSQL's pg_trgm, after removal of accents.
 */
export function similarityOf(one: string, other: string): number {
  const [first, second] = [trigramsOf(one), trigramsOf(other)]
  const all = first.union(second).size
  return all === 0 ? 0 : first.intersection(second).size / all
}

const trigramsOf = (text: string) =>
  new Set(
    wordsOf(text).flatMap(word => {
      const letters = [' ', ' ', ...word, ' ']
      return letters.slice(2).map((_, place) => letters.slice(place, place + 3).join(''))
    })
  )

/**
 * Whether the funders and deadlines of two calls allow the calls to be the same. A fact that either call lacks matches any. Funders match if their
 * names are similar, or if one contains all words of the other. Deadlines match if any two are within a day.
 */
export const areCompatible = (one: Described, other: Described) => haveOneFunder(one, other) && haveOneDeadline(one, other)

function haveOneFunder({ organization: one }: Described, { organization: other }: Described): boolean {
  const [first, second] = [new Set(wordsOf(one ?? '')), new Set(wordsOf(other ?? ''))]
  return first.isSubsetOf(second) || second.isSubsetOf(first) || similarityOf(one ?? '', other ?? '') >= leastSimilarity
}

/** Whether any deadlines of two calls are within a day of each other. A call without a deadline matches any. */
export const haveOneDeadline = ({ deadlines: one }: Dated, { deadlines: other }: Dated) =>
  one.length === 0 ||
  other.length === 0 ||
  one.some(first =>
    other.some(
      second =>
        Math.max(Date.parse(first.earliest), Date.parse(second.earliest)) - Math.min(Date.parse(first.latest), Date.parse(second.latest)) <=
        dayMs
    )
  )
