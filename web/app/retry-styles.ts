/** Milliseconds between two attempts, unless the network returns earlier. */
const patience = 5_000

/** Fetches the styles of a lazy part until they arrive. Vite fetches them once, and renders the part without them if that fails. */
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
