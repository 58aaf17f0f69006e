import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Annotation } from '../../../shared/contracts/annotations.ts'
import type { LabelBook } from '../../annotation/label-book.ts'
import type { Outbox } from '../../sync/outbox.ts'

/** Calls `onFirstUse` once for each label on the image without a colour here. The server assigns one at the first use. */
export function useGivenColours(annotations: readonly Annotation[], book: LabelBook, outbox: Outbox, onFirstUse: () => void): void {
  const isSaved = useSyncExternalStore(outbox.subscribe, outbox.status).waiting === 0
  const asked = useRef(new Set<string>())
  useEffect(() => {
    if (!isSaved) return
    const fresh = new Set(
      annotations.flatMap(({ labelId }) => {
        const label = book.get(labelId)
        return label && label.paletteColour === undefined && !asked.current.has(label.id) ? [label.id] : []
      })
    )
    if (fresh.size === 0) return
    for (const id of fresh) asked.current.add(id)
    onFirstUse()
  }, [annotations, book, isSaved, onFirstUse])
}
