import type { CardPage, MediaCard } from './queries.ts'

export interface CardIndex {
  length: number
  /** The card at a place of the whole list; undefined when its page is not here. */
  at: (index: number) => MediaCard | undefined
  /** Place of a media item, or -1. */
  indexOf: (mediaId: string) => number
  /** Which page holds a place. */
  pageOf: (index: number) => number
}

/** Reads pages as one list without copying them together: there may be 500 pages and a new one ten times a second. */
export function indexCards(pages: readonly CardPage[]): CardIndex {
  const starts: number[] = []
  let length = 0
  for (const page of pages) {
    starts.push(length)
    length += page.items.length
  }

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

  return {
    length,
    pageOf,
    at: index => (index < 0 || index >= length ? undefined : pages[pageOf(index)]!.items[index - starts[pageOf(index)]!]),
    indexOf: mediaId => {
      for (const [number, page] of pages.entries()) {
        const place = page.items.findIndex(item => item.id === mediaId)
        if (place >= 0) return starts[number]! + place
      }
      return -1
    }
  }
}
