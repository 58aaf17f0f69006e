interface Card {
  id: string
}

export interface CardIndex<C extends Card> {
  /** Places that are loaded. */
  length: number
  /** The card at a place of the whole list; undefined when its page is not here. */
  at: (index: number) => C | undefined
  /** Place of the card with this id, or -1. */
  indexOf: (id: string) => number
  /** Ids of the loaded cards between two places, both with them. */
  between: (from: number, to: number) => string[]
  /** Which page holds a place. */
  pageOf: (index: number) => number
}

/** Reads pages as one list without copying them together: there may be 500 of any length, and a new one ten times a second. */
export function indexCards<C extends Card>(pages: readonly { items: readonly C[] }[]): CardIndex<C> {
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

  function at(index: number): C | undefined {
    if (index < 0 || index >= length) return undefined
    const page = pageOf(index)
    return pages[page]?.items[index - starts[page]!]
  }

  return {
    length,
    at,
    pageOf,
    indexOf(id) {
      for (const [number, page] of pages.entries()) {
        const place = page.items.findIndex(item => item.id === id)
        if (place >= 0) return starts[number]! + place
      }
      return -1
    },
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
