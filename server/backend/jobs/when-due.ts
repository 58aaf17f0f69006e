/** Wakes a queue when a postponed job is due, because the next poll is up to 5 s later. A process that ends before leaves the job to the polls. */
export function whenDue(runAfter: string, wake: () => void): void {
  setTimeout(wake, Math.max(1, Date.parse(runAfter) - Date.now() + 1)).unref()
}
