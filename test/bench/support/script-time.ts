/** Part of Chromium's trace format; times in microseconds, `tdur` of the thread's processor time. */
interface TraceEvent {
  name: string
  ph: string
  ts: number
  dur?: number
  tdur?: number
  pid: number
  tid: number
}

export const traceCategories = ['-*', 'devtools.timeline', 'blink.user_timing', 'v8']

/** What the developer tools count as scripting. */
const scripting = new Set([
  'EvaluateScript',
  'EventDispatch',
  'FireAnimationFrame',
  'FireIdleCallback',
  'FunctionCall',
  'MajorGC',
  'MinorGC',
  'RunMicrotasks',
  'TimerFire',
  'XHRLoad',
  'XHRReadyStateChange'
])

/** Milliseconds of script in one frame, by the clock and by the thread's processor time. */
export interface FrameScript {
  wall: number
  processor: number
}

/**
 * Script on the page's main thread from one mark to the next: callbacks of frames, timers, events, promises and pauses, and collecting
 * garbage. What runs inside of another is counted once; what begins in a frame counts there.
 */
export function scriptTimes(trace: Buffer, mark: string): FrameScript[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const marks = traceEvents.filter(({ name }) => name === mark).sort((a, b) => a.ts - b.ts)
  const [first] = marks
  if (!first) throw new Error(`The trace has no mark ${mark}`)
  const frames = marks.slice(1).map(() => ({ wall: 0, processor: 0 }))
  let at = 0
  let done = first.ts
  const begun = traceEvents
    .filter(({ name, ph, pid, tid, ts }) => ph === 'X' && pid === first.pid && tid === first.tid && scripting.has(name) && ts >= first.ts)
    .sort((a, b) => a.ts - b.ts)
  for (const { ts, dur = 0, tdur = 0 } of begun) {
    if (ts < done) continue
    done = ts + dur
    while (at < frames.length && ts >= marks[at + 1]!.ts) at++
    const frame = frames[at]
    if (!frame) break
    frame.wall += dur / 1_000
    frame.processor += tdur / 1_000
  }
  return frames
}
