/** Milliseconds between two tries, unless the network comes back before. */
const patience = 5_000

/**
 * Fetches styles of a part of the screen until they are there. Vite asks for them once: where that fails, the part comes without them
 * for good.
 */
export function retryStyles(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
      if (payload.message.endsWith(link.href)) retry(link)
  })
}

function retry(failed: HTMLLinkElement): void {
  const timer = setTimeout(again, patience)
  window.addEventListener('online', again, { once: true })

  function again() {
    clearTimeout(timer)
    window.removeEventListener('online', again)
    const link = failed.cloneNode() as HTMLLinkElement
    link.addEventListener('error', () => retry(link), { once: true })
    failed.replaceWith(link)
  }
}
