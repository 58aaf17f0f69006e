import type { CardPage, PatchCard } from './queries.ts'

export interface CardIndex {
  /** Places that are loaded. */
  length: number
  /** The card at a place of the whole list; undefined when its page is not here. */
  at: (index: number) => PatchCard | undefined
  /** Ids of the cards between two places, both with them. */
  between: (from: number, to: number) => string[]
}

/** Reads pages as one list without copying them together: there may be 500 pages, and pages of any length. */
export function indexCards(pages: readonly CardPage[]): CardIndex {
  const starts: number[] = []
  let length = 0
  for (const page of pages) {
    starts.push(length)
    length += page.items.length
  }

  /** The last page that starts at or before a place; empty pages hold none. */
  function pageOf(index: number): number {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= index) low = middle
      else high = middle - 1
    }
    return low
  }

  function at(index: number): PatchCard | undefined {
    if (index < 0 || index >= length) return undefined
    const page = pageOf(index)
    return pages[page]?.items[index - starts[page]!]
  }

  return {
    length,
    at,
    between(from, to) {
      const ids: string[] = []
      for (let index = Math.max(0, Math.min(from, to)); index <= Math.min(length - 1, Math.max(from, to)); index++) {
        const card = at(index)
        if (card) ids.push(card.id)
      }
      return ids
    }
  }
}
