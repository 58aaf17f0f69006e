/** Wakes a queue when a postponed job is due, because the next poll may be 5 s later. If the process ends first, a later poll finds the job. */
export function whenDue(runAfter: string, wake: () => void): void {
  setTimeout(wake, Math.max(1, Date.parse(runAfter) - Date.now() + 1)).unref()
}
