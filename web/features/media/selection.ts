import { useCallback, useState } from 'react'

export interface Selection {
  ids: ReadonlySet<string>
  /** Selects or deselects one image. */
  toggle: (id: string) => void
  /** Adds images to the selection. */
  add: (ids: readonly string[]) => void
  drop: (ids: readonly string[]) => void
  clear: () => void
}

const nobody: ReadonlySet<string> = new Set()

export function useSelection(): Selection {
  const [ids, setIds] = useState(nobody)
  return {
    ids,
    toggle: useCallback((id: string) => setIds(before => (before.has(id) ? without(before, [id]) : new Set([...before, id]))), []),
    add: useCallback((more: readonly string[]) => setIds(before => new Set([...before, ...more])), []),
    drop: useCallback((gone: readonly string[]) => setIds(before => without(before, gone)), []),
    clear: useCallback(() => setIds(nobody), [])
  }
}

function without(ids: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  const left = new Set(ids)
  for (const id of gone) left.delete(id)
  return left
}
