/**
 * Resolves when the page is idle.
 * @param patienceMs maximum wait in milliseconds
 */
export function whenIdle(patienceMs: number): Promise<void> {
  return new Promise(resolve => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: patienceMs })
    else setTimeout(resolve, 100)
  })
}
