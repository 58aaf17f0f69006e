const everyMs = 200

type OnProgress = (done: number, total: number | null) => void

/** Limits progress that counts single rows to a few reports a second. */
export function seldom(onProgress: OnProgress): OnProgress {
  let toldAt = 0
  return (done, total) => {
    if (Date.now() - toldAt < everyMs) return
    toldAt = Date.now()
    onProgress(done, total)
  }
}
