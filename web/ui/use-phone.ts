import { useSyncExternalStore } from 'react'
import { lowWindowPx, mobileBreakpointPx } from '../../shared/limits.ts'

const phone = watched(`(width < ${mobileBreakpointPx}px)`)
// a phone held upright can be as low while its keyboard is open, so the shape of the window counts too
const low = watched(`(height < ${lowWindowPx}px) and (min-aspect-ratio: 4/3)`)

function watched(media: string) {
  const query = matchMedia(media)
  return {
    watch(watcher: () => void) {
      query.addEventListener('change', watcher)
      return () => query.removeEventListener('change', watcher)
    },
    matches: () => query.matches
  }
}

/** True when the window is narrower than the mobile breakpoint. */
export const usePhone = (): boolean => useSyncExternalStore(phone.watch, phone.matches)

/** True when the window is short and wide, such as a phone held sideways. */
export const useLowWindow = (): boolean => useSyncExternalStore(low.watch, low.matches)
