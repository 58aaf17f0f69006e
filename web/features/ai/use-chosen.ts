import { useState } from 'react'

/** Ids of the selected crops of a grid, with functions to change the selection. */
export interface Chosen {
  ids: ReadonlySet<string>
  toggle: (id: string) => void
  add: (ids: readonly string[]) => void
  clear: () => void
}

export function useChosen(): Chosen {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return {
    ids,
    toggle: id =>
      setIds(before => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        return after
      }),
    add: more => setIds(before => new Set([...before, ...more])),
    clear: () => setIds(new Set())
  }
}
