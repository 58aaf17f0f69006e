import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the prerendered page and during hydration; true afterwards. */
export const useTakenOver = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false
  )
