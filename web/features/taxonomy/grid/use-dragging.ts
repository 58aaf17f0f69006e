import { type DragEvent, useState } from 'react'
import type { CatalogTree } from '../catalog-tree.ts'
import type { RowActions } from './row-actions.ts'

/** Drag and drop of labels. A label moves under the one that it is dropped on, as with “Move to…” in the menu. */
export function useDragging(tree: CatalogTree, move: RowActions['move']) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null | undefined>(undefined)
  const label = tree.get(dragged)
  const takes = (target: string | null) =>
    label !== undefined && label.parentId !== target && (target === null || !tree.isWithin(target, label.id))

  return {
    dragged: label ? dragged : null,
    /** Label under the pointer; null for the top level, undefined for none. */
    over: label ? over : undefined,
    from: (labelId: string) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', tree.get(labelId)?.name ?? '')
        setTimeout(() => setDragged(labelId)) // in Chromium, an immediate change of the DOM ends the drag
      },
      onDragEnd: () => {
        setDragged(null)
        setOver(undefined)
      }
    }),
    onto: (target: string | null) => ({
      onDragOver: (event: DragEvent) => {
        if (!takes(target)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        if (over !== target) setOver(target)
      },
      onDragLeave: () => setOver(before => (before === target ? undefined : before)),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        if (label && takes(target)) move(label.id, target)
        setDragged(null)
        setOver(undefined)
      }
    })
  }
}
