import { useEffect, useEffectEvent, useRef } from 'react'
import { useNow } from './use-now.ts'

const none: readonly string[] = []

interface Ways {
  /** Writes the selected annotation to the URL; null unless exactly one is selected. */
  write: (annotationId: string | null) => void
  /** Called when a link or a change of image brings another annotation into the URL. */
  onArrive: (annotationId: string | null) => void
}

/**
 * Keeps the ids of the selected annotations in sync with the URL. The URL can name one annotation; a person can select many.
 * @returns the rendered selection, and functions that return the current one, select, and clear. The last function leaves the URL unchanged.
 */
export function useSelected(
  imageId: string,
  inAddress: string | null,
  { write, onArrive }: Ways
): [selected: readonly string[], now: () => readonly string[], select: (ids: readonly string[]) => void, unselect: () => void] {
  const [selected, now, set] = useNow<readonly string[]>(none)
  // During quick key presses, a selection written to the URL comes back late and must not count as a change.
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
