import type { closeActions, showToast, ToastMessage } from './toast.tsx'

let show: typeof showToast | undefined
let close: typeof closeActions | undefined
const waiting = new Set<() => void>()

/**
 * Shows a toast from a part of the first load, which does not contain the toast code. The message waits until that code is loaded.
 * @returns a function that closes or withdraws the message
 */
export function showShellToast(message: ToastMessage): () => void {
  if (show) return show(message)
  let withdraw = (): void => void waiting.delete(open)
  const open = () => {
    if (show) withdraw = show(message)
  }
  waiting.add(open)
  return () => withdraw()
}

/** Closes the toasts that offer an action, because the action belongs to the person who signed out. */
export function closeToastActions(): void {
  close?.()
}

/** Shows the waiting messages. Called once, when the toast code is loaded. */
export function toastsLoaded(loaded: { showToast: typeof showToast; closeActions: typeof closeActions }): void {
  show = loaded.showToast
  close = loaded.closeActions
  for (const open of waiting) open()
  waiting.clear()
}
