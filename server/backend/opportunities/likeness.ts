import type { Deadline } from '../../../shared/contracts/opportunities.ts'
import { wordsOf } from './words.ts'

/** Smallest similarity of two near-equal titles. */
export const leastSimilarity = 0.5
/** Number of letters by which words of titles are found. An ending or a mistake behind them makes no difference. */
const startLetters = 4
const dayMs = 86_400_000

interface Dated {
  deadlines: readonly Deadline[]
}

export interface Described extends Dated {
  title: string
  organization: string | null
}

/** Beginnings of the words of a title, each once, those of long words first. */
export const titleStarts = (title: string): string[] => [
  ...new Set(
    wordsOf(title)
      .sort((one, other) => other.length - one.length)
      .map(word => [...word].slice(0, startLetters).join(''))
  )
]

/**
 * Similarity of two texts: the share of trigrams that they have in common, 0 to 1. Each word has two spaces before it and one after it.
 * Source: `similarity` of PostgreSQL's pg_trgm, after the accents are removed.
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
 * Whether two calls may be the same by funder and deadline. A fact that one of them does not state agrees with any. Funders agree if their
 * names are similar, or one has all words of the other. Deadlines agree if two of them are within a day.
 */
export const areCompatible = (one: Described, other: Described) => haveOneFunder(one, other) && haveOneDeadline(one, other)

function haveOneFunder({ organization: one }: Described, { organization: other }: Described): boolean {
  const [first, second] = [new Set(wordsOf(one ?? '')), new Set(wordsOf(other ?? ''))]
  return first.isSubsetOf(second) || second.isSubsetOf(first) || similarityOf(one ?? '', other ?? '') >= leastSimilarity
}

/** Whether two deadlines of two calls are within a day. Calls without a deadline agree with any. */
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
