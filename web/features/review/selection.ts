import { useCallback, useState } from 'react'
import type { PatchCard } from './queries.ts'

export interface Selection {
  ids: ReadonlySet<string>
  /** Whether all annotations that match the filter are selected, loaded or not. */
  isAll: boolean
  toggle: (id: string) => void
  add: (ids: readonly string[]) => void
  selectAll: () => void
  clear: () => void
}

interface Chosen {
  ids: ReadonlySet<string>
  isAll: boolean
}

const nothing: Chosen = { ids: new Set(), isAll: false }

export function useSelection(): Selection {
  const [{ ids, isAll }, set] = useState(nothing)
  return {
    ids,
    isAll,
    toggle: useCallback((id: string) => {
      set(before => {
        const ids = new Set(before.ids)
        if (!ids.delete(id)) ids.add(id)
        return { ids, isAll: false }
      })
    }, []),
    add: useCallback((more: readonly string[]) => set(before => ({ ids: new Set([...before.ids, ...more]), isAll: before.isAll })), []),
    selectAll: useCallback(() => set(before => ({ ...before, isAll: true })), []),
    clear: useCallback(() => set(nothing), [])
  }
}

interface Cards {
  length: number
  at: (index: number) => PatchCard | undefined
}

/** Loaded cards with the selected ids, in their order, and the number of selected ids that are not loaded. */
export function loadedOf(cards: Cards, ids: ReadonlySet<string>): { found: PatchCard[]; missing: number } {
  const found: PatchCard[] = []
  for (let index = 0; index < cards.length; index++) {
    const card = cards.at(index)
    if (card && ids.has(card.id)) found.push(card)
  }
  return { found, missing: ids.size - found.length }
}
