import { useEffect, useEffectEvent, useRef } from 'react'
import { useNow } from './use-now.ts'

const none: readonly string[] = []

interface Ways {
  /** Writes the only selected annotation to the address. */
  write: (annotationId: string | null) => void
  /** Called when the address names another annotation after a link or a change of image. */
  onArrive: (annotationId: string | null) => void
}

/**
 * Ids of the selected annotations, in step with the address. The address names one; a person may select many.
 * @returns the rendered selection, the current one, a function that selects, and one that selects without changing the address
 */
export function useSelected(
  imageId: string,
  inAddress: string | null,
  { write, onArrive }: Ways
): [selected: readonly string[], now: () => readonly string[], select: (ids: readonly string[]) => void, unselect: () => void] {
  const [selected, now, set] = useNow<readonly string[]>(none)
  // With quick key presses, a selection written to the address comes back late. It is then no change.
  const written = useRef(new Set<string | null>())
  const arrive = useEffectEvent(onArrive)
  const shownImage = useRef<string | null>(null)
  useEffect(() => {
    if (shownImage.current === imageId && written.current.has(inAddress)) return
    shownImage.current = imageId
    written.current = new Set([inAddress])
    set(inAddress ? [inAddress] : none)
    arrive(inAddress)
  }, [inAddress, imageId, set])

  function select(ids: readonly string[]) {
    set(ids)
    const only = ids.length === 1 ? ids[0]! : null
    written.current.add(only)
    write(only)
  }
  return [selected, now, select, () => set(none)]
}
