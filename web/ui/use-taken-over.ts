import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in a page as the build draws it, and while React takes it over; true from then on. */
export const useTakenOver = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false
  )
