import { useEffect } from 'react'

const gapPx = 8
/** Distance of the upper edge of each element from the bottom of the window, in pixels. */
const reaches = new Map<HTMLElement, number>()

function makeRoom(): void {
  const { style } = document.documentElement
  if (reaches.size === 0) style.removeProperty('--room-for-toasts')
  else style.setProperty('--room-for-toasts', `${Math.max(...reaches.values()) + gapPx}px`)
}

/** Moves toasts above an element near the bottom of the window while that element is shown. */
export function useRoomForToasts(ref: { current: HTMLElement | null }, isShown: boolean): void {
  useEffect(() => {
    const element = ref.current
    if (!isShown || !element) return
    const observer = new ResizeObserver(() => {
      reaches.set(element, window.innerHeight - element.getBoundingClientRect().top)
      makeRoom()
    })
    observer.observe(element)
    observer.observe(document.documentElement)
    return () => {
      observer.disconnect()
      reaches.delete(element)
      makeRoom()
    }
  }, [ref, isShown])
}
