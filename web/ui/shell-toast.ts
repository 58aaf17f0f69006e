import type { showToast, ToastMessage } from './toast.tsx'

let show: typeof showToast | undefined
const waiting = new Set<() => void>()

/**
 * Shows a toast from a part of the first load, which does not contain the toast code. The message waits until that code is loaded.
 * @returns a function that closes or withdraws the message
 */
export function showShellToast(message: ToastMessage): () => void {
  if (show) return show(message)
  let close = (): void => void waiting.delete(open)
  const open = () => {
    if (show) close = show(message)
  }
  waiting.add(open)
  return () => close()
}

/** Shows the waiting messages. Called once, when the toast code is loaded. */
export function toastsLoaded(loaded: typeof showToast): void {
  show = loaded
  for (const open of waiting) open()
  waiting.clear()
}
