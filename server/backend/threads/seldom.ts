const everyMs = 200

type OnProgress = (done: number, total: number | null) => void

/** Progress of work that counts single rows: a few times a second is enough. */
export function seldom(onProgress: OnProgress): OnProgress {
  let toldAt = 0
  return (done, total) => {
    if (Date.now() - toldAt < everyMs) return
    toldAt = Date.now()
    onProgress(done, total)
  }
}
