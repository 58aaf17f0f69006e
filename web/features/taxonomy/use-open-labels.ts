import { useCallback, useEffect, useState } from 'react'
import type { CatalogTree } from './catalog-tree.ts'

/** Maximum number of labels of a catalog that is fully open at first. */
const smallCatalog = 60

/** Open labels by project, kept in memory, so that the tree is unchanged when a person returns to it. */
const remembered = new Map<string, ReadonlySet<string>>()

export interface OpenLabels {
  isOpen: (labelId: string) => boolean
  toggle: (labelId: string, open: boolean) => void
  openAll: () => void
  closeAll: () => void
  /** Opens all ancestors of a label. */
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
