import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Annotation } from '../../../shared/contracts/annotations.ts'
import type { LabelIndex } from '../../annotation/label-index.ts'
import type { Outbox } from '../../sync/outbox.ts'

/**
 * Calls `onFirstUse` when labels on the image still have no colour in this browser and all edits are saved. The server assigns a colour
 * when a label is first used. Each label causes at most one call.
 */
export function useGivenColours(annotations: readonly Annotation[], labelIndex: LabelIndex, outbox: Outbox, onFirstUse: () => void): void {
  const isSaved = useSyncExternalStore(outbox.subscribe, outbox.status).waiting === 0
  const requested = useRef(new Set<string>())
  useEffect(() => {
    if (!isSaved) return
    const fresh = new Set(
      annotations.flatMap(({ labelId }) => {
        const label = labelIndex.get(labelId)
        return label && label.paletteColour === undefined && !requested.current.has(label.id) ? [label.id] : []
      })
    )
    if (fresh.size === 0) return
    for (const id of fresh) requested.current.add(id)
    onFirstUse()
  }, [annotations, labelIndex, isSaved, onFirstUse])
}
