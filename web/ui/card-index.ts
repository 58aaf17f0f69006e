interface Card {
  id: string
}

export interface CardIndex<C extends Card> {
  /** Number of loaded cards. */
  length: number
  /** The card at an index of the whole list; undefined until its page is loaded. */
  at: (index: number) => C | undefined
  /** Index of the card with this id, or -1. */
  indexOf: (id: string) => number
  /** Ids of the loaded cards between two indexes, both included. */
  between: (from: number, to: number) => string[]
  /** Number of the page that contains an index. */
  pageOf: (index: number) => number
}

/** Presents pages as one list without copying them. There may be 500 pages of any length, and ten new pages per second. */
export function indexCards<C extends Card>(pages: readonly { items: readonly C[] }[]): CardIndex<C> {
  const starts: number[] = []
  let length = 0
  for (const page of pages) {
    starts.push(length)
    length += page.items.length
  }

  /** Number of the last page that starts at or before an index. For the index of a loaded card, that page is never empty. */
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
