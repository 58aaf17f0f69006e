/** Transfer rate over the last few seconds, so that a pause or a burst does not affect it for long. */
export interface Rate {
  add: (bytes: number, nowMs: number) => void
  /** Returns the rate in bytes per second; 0 until there are enough samples. */
  bytesPerSecond: (nowMs: number) => number
}

const windowMs = 6_000

export function transferRate(): Rate {
  let samples: { at: number; bytes: number }[] = []
  const recent = (nowMs: number) => samples.filter(sample => nowMs - sample.at <= windowMs)
  return {
    add(bytes, nowMs) {
      samples = [...recent(nowMs), { at: nowMs, bytes }]
    },
    bytesPerSecond(nowMs) {
      const counted = recent(nowMs)
      const started = counted[0]?.at
      if (started === undefined || nowMs - started < 300) return 0
      return (counted.reduce((sum, { bytes }) => sum + bytes, 0) * 1000) / (nowMs - started)
    }
  }
}
