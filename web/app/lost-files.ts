/** Milliseconds between two attempts. The return of the network ends the pause early. */
const patience = 5_000

/** Addresses of style sheets that failed to load and are being retried. */
const lostStyles = new Set<string>()

/** True if a script or style sheet of a screen failed to load. */
export const isLostFile = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script|Importing a module|Unable to preload CSS/i.test(error.message)

/**
 * Retries the style sheets of lazily loaded code until they arrive. Vite fetches a style sheet only once, and then treats it as loaded even if
 * the fetch failed.
 */
export function retryStyles(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
      if (payload.message.endsWith(link.href)) void retry(link)
  })
}

async function retry(failed: HTMLLinkElement): Promise<void> {
  lostStyles.add(failed.href)
  await pause()
  const link = failed.cloneNode() as HTMLLinkElement
  link.addEventListener('error', () => void retry(link), { once: true })
  link.addEventListener('load', () => lostStyles.delete(link.href), { once: true })
  failed.replaceWith(link)
}

/**
 * Waits until the server answers and all styles have loaded.
 * @param onGone called after each failed attempt
 * @returns false after an abort, or when the server answers but lacks the styles, for example after an update
 */
export async function serverReturned(signal: AbortSignal, onGone: () => void): Promise<boolean> {
  while (!signal.aborted) {
    if ((await answerOf('/healthz')) === 'served') {
      if (lostStyles.size === 0) return true
      const answers = await Promise.all([...lostStyles].map(answerOf))
      if (answers.includes('missing')) return false
    }
    if (signal.aborted) return false
    onGone()
    await pause()
  }
  return false
}

/** Answer for one address. `away`: the server or a proxy fails, which does not show whether the file exists. */
async function answerOf(address: string): Promise<'served' | 'missing' | 'away'> {
  const answer = await fetch(address, { cache: 'no-store' }).catch(() => null)
  if (answer?.ok) return 'served'
  return answer?.status === 404 ? 'missing' : 'away'
}

function pause(): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resume, patience)
    window.addEventListener('online', resume, { once: true })

    function resume() {
      clearTimeout(timer)
      window.removeEventListener('online', resume)
      resolve()
    }
  })
}
