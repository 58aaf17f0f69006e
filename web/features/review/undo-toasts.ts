import type { showToast } from '../../ui/toast.tsx'

/**
 * Returns functions that show and close toasts with an undo, by bulk edit. A toast is forgotten as it closes, so that a long review does not
 * collect toasts.
 * @param show shows a toast
 */
export function undoToasts(show: typeof showToast) {
  const open = new Map<string, () => void>()
  return {
    show(bulkId: string, toast: Parameters<typeof showToast>[0]) {
      open.get(bulkId)?.()
      open.set(
        bulkId,
        show(toast, () => open.delete(bulkId))
      )
    },
    close: (bulkId: string) => open.get(bulkId)?.(),
    count: () => open.size
  }
}
