import { useCallback, useEffect, useState } from 'react'
import type { CatalogTree } from './catalog-tree.ts'

/** A catalog this small is seen whole at once. */
const smallCatalog = 60

/** Which labels are open, by project: kept while the page lives, so that coming back finds the tree as it was left. */
const remembered = new Map<string, ReadonlySet<string>>()

export interface OpenLabels {
  isOpen: (labelId: string) => boolean
  toggle: (labelId: string, open: boolean) => void
  openAll: () => void
  closeAll: () => void
  /** Opens everything above a label. */
  reveal: (labelId: string) => void
}

export function useOpenLabels(projectId: string, tree: CatalogTree): OpenLabels {
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => remembered.get(projectId) ?? new Set(tree.labels.length <= smallCatalog ? tree.labels.map(({ id }) => id) : [])
  )
  useEffect(() => {
    remembered.set(projectId, open)
  }, [projectId, open])

  return {
    isOpen: useCallback(labelId => open.has(labelId), [open]),
    toggle: useCallback((labelId, isOpen) => {
      setOpen(before => {
        const next = new Set(before)
        if (isOpen) next.add(labelId)
        else next.delete(labelId)
        return next
      })
    }, []),
    openAll: useCallback(() => setOpen(new Set(tree.labels.map(({ id }) => id))), [tree]),
    closeAll: useCallback(() => setOpen(new Set()), []),
    reveal: useCallback(
      labelId => {
        setOpen(before => {
          const closed = tree.pathOf(labelId).filter(({ id }) => !before.has(id))
          return closed.length === 0 ? before : new Set([...before, ...closed.map(({ id }) => id)])
        })
      },
      [tree]
    )
  }
}
