/** Event of Chromium's trace format. Times are in microseconds; `tdur` is processor time of the thread. */
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

/** Events that the developer tools count as scripting. */
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
 * Measures script on the page's main thread, frame by frame: callbacks of frames, timers, events, promises and pauses, and garbage collection. Nested
 * events are counted once, in the frame in which they begin.
 * @param mark name of the marks at both ends of each measured part
 */
export function scriptTimes(trace: Buffer, mark: string): FrameScript[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const inOrder = traceEvents.sort((a, b) => a.ts - b.ts)
  const marks = inOrder.filter(({ name }) => name === mark)
  const [first] = marks
  if (!first) throw new Error(`The trace has no mark ${mark}`)
  const onPage = inOrder.filter(({ pid, tid }) => pid === first.pid && tid === first.tid)
  const begins = onPage.filter(({ name, ph }) => name === 'AnimationFrame' && ph === 'b').map(({ ts }) => ts)
  const scripts = onPage.filter(({ name, ph }) => ph === 'X' && scripting.has(name))
  const frames: FrameScript[] = []
  for (let at = 0; at + 1 < marks.length; at += 2) {
    const [from, to] = [marks[at]!.ts, marks[at + 1]!.ts]
    for (const [index, begin] of begins.entries()) {
      const end = begins[index + 1] ?? Number.POSITIVE_INFINITY
      if (begin < from || begin > to) continue
      frames.push(together(scripts.filter(({ ts }) => ts >= begin && ts < end)))
    }
  }
  return frames
}

function together(scripts: readonly TraceEvent[]): FrameScript {
  const sum = { wall: 0, processor: 0 }
  let done = 0
  for (const { ts, dur = 0, tdur = 0 } of scripts) {
    if (ts < done) continue
    done = ts + dur
    sum.wall += dur / 1_000
    sum.processor += tdur / 1_000
  }
  return sum
}
