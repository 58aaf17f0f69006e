/** Part of Chromium's trace format; times in microseconds. */
interface TraceEvent {
  name: string
  ph: string
  ts: number
  dur?: number
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

/**
 * Milliseconds of script on the page's main thread from one mark to the next: callbacks of frames, timers, events, promises and
 * pauses, and collecting garbage. What runs inside of another is counted once.
 */
export function scriptTimes(trace: Buffer, mark: string): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const marks = traceEvents.filter(({ name }) => name === mark).sort((a, b) => a.ts - b.ts)
  const [first] = marks
  if (!first) throw new Error(`The trace has no mark ${mark}`)
  const spans = traceEvents
    .filter(({ name, ph, pid, tid }) => ph === 'X' && pid === first.pid && tid === first.tid && scripting.has(name))
    .map(({ ts, dur = 0 }) => ({ from: ts, to: ts + dur }))
    .sort((a, b) => a.from - b.from)
  const times = marks.slice(1).map(() => 0)
  let frame = 0
  let done = first.ts
  for (const span of spans) {
    let from = Math.max(span.from, done)
    while (from < span.to && frame < times.length) {
      const end = marks[frame + 1]!.ts
      const to = Math.min(span.to, end)
      if (to > from) times[frame]! += (to - from) / 1_000
      from = Math.max(from, to)
      if (from >= end) frame++
      else break
    }
    done = Math.max(done, span.to)
  }
  return times
}
