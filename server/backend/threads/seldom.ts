const everyMs = 200

type OnProgress = (done: number, total: number | null) => void

/** Throttles progress reports by row to a few a second. */
export function seldom(onProgress: OnProgress): OnProgress {
  let reportedAt = 0
  return (done, total) => {
    if (Date.now() - reportedAt < everyMs) return
    reportedAt = Date.now()
    onProgress(done, total)
  }
}
