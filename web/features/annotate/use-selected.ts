import { useEffect, useEffectEvent, useRef } from 'react'
import { useNow } from './use-now.ts'

const none: readonly string[] = []

interface Ways {
  /** Puts the only one that is selected into the address. */
  write: (annotationId: string | null) => void
  /** The address has come to name another one by itself: a link, or another image. */
  onArrive: (annotationId: string | null) => void
}

/**
 * Ids of the selected annotations, in step with the address, which names one: what is selected by hand may be many.
 * @returns what is selected as it was rendered, as it is now, the function that selects, and one that leaves the address as it is
 */
export function useSelected(
  imageId: string,
  inAddress: string | null,
  { write, onArrive }: Ways
): [selected: readonly string[], now: () => readonly string[], select: (ids: readonly string[]) => void, unselect: () => void] {
  const [selected, now, set] = useNow<readonly string[]>(none)
  // A selection that was written into the address comes back late, when keys are pressed quickly: it is no news then.
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
