const everyMs = 200

type OnProgress = (done: number, total: number | null) => void

/** Throttles progress reports by row to a few a second. */
export function seldom(onProgress: OnProgress): OnProgress {
  let toldAt = 0
  return (done, total) => {
    if (Date.now() - toldAt < everyMs) return
    toldAt = Date.now()
    onProgress(done, total)
  }
}
