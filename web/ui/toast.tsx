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
  const key = queue.add(message, message.tone === 'danger' || message.stays ? { onClose } : { timeout, onClose })
  return () => queue.close(key)
}

/** Closes the visible toasts that offer an action. */
export function closeActions(): void {
  for (const { key, content } of [...queue.visibleToasts]) if (content.action) queue.close(key)
}
