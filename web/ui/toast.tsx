import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast'

export interface ToastMessage {
  title: string
  description?: string
  tone?: 'ok' | 'danger'
  /** True for work under way, whose toast closes with the work. */
  stays?: boolean
  action?: { label: string; onAction: () => void }
}

/** Queue of toasts, which the region in the frame shows. */
export const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 })

/** Keys of the toasts with an action, visible or queued. */
const offering = new Set<string>()

const shownMs = 10_000
/** Duration of a message with an action. A person needs time to read it, decide, and reach the button (WCAG 2.2, 2.2.1). */
const shownWithActionMs = 30_000

/**
 * Shows a toast for 10 s, or 30 s with an action, and longer while it is focused or hovered. A failure stays until it is closed, and so does `stays`.
 * @param onClose called once the toast closes, for any reason
 * @returns a function that closes the toast, for example when its action was done with a key
 */
export function showToast(message: ToastMessage, onClose: () => void = () => {}): () => void {
  const timeout = message.action ? shownWithActionMs : shownMs
  const closed = () => {
    offering.delete(key)
    onClose()
  }
  const key = queue.add(message, { onClose: closed, ...(message.tone !== 'danger' && !message.stays && { timeout }) })
  if (message.action) offering.add(key)
  return () => queue.close(key)
}

/** Closes the toasts that offer an action, the queued ones too. */
export function closeActions(): void {
  for (const key of [...offering]) queue.close(key)
}
