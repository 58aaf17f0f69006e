import type { LoggerOptions } from 'pino'

const textLimit = 2_000

/** Returns the format of debug log lines: level names, UTC times, and errors without custom properties. */
export function logLines(level: string, base?: Record<string, string>): LoggerOptions {
  return {
    level,
    base,
    timestamp: isoTime,
    formatters: { level: label => ({ level: label }) },
    serializers: { err: describeError }
  }
}

let timeMs = 0
let timeText = ''
/** Formats the time field of a log line. The text is reused, because many lines share a millisecond. */
function isoTime(): string {
  const now = Date.now()
  if (now !== timeMs) {
    timeMs = now
    timeText = `,"time":"${new Date(now).toISOString()}"`
  }
  return timeText
}

/** Returns the loggable parts of an error. Its custom properties are left out, because they may contain anything. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code } = error as { code?: unknown }
  return {
    type: error.constructor.name,
    ...(typeof code === 'string' && { code }),
    message: error.message.slice(0, textLimit),
    stack: error.stack?.slice(0, 2 * textLimit),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) })
  }
}
