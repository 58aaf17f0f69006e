const everyMs = 200

type OnProgress = (done: number, total: number | null) => void

/** Throttles row-by-row progress reports to at most five per second. */
export function seldom(onProgress: OnProgress): OnProgress {
  let reportedAt = 0
  return (done, total) => {
    if (Date.now() - reportedAt < everyMs) return
    reportedAt = Date.now()
    onProgress(done, total)
  }
}
