import { useEffect } from 'react'

const gapPx = 8
const heights = new Map<HTMLElement, number>()

function makeRoom(): void {
  const { style } = document.documentElement
  if (heights.size === 0) style.removeProperty('--room-for-toasts')
  else style.setProperty('--room-for-toasts', `${Math.max(...heights.values())}px`)
}

/** Moves toasts above an element at the bottom of the window while that element is shown. */
export function useRoomForToasts(ref: { current: HTMLElement | null }, isShown: boolean): void {
  useEffect(() => {
    const element = ref.current
    if (!isShown || !element) return
    const observer = new ResizeObserver(() => {
      heights.set(element, element.offsetHeight + gapPx)
      makeRoom()
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      heights.delete(element)
      makeRoom()
    }
  }, [ref, isShown])
}
