import pino, { type Logger } from 'pino'
import { debugLogFile } from '../lib/debug-log-file.ts'
import { logLines } from '../lib/log-lines.ts'
import { rotatingFile } from './rotating-file.ts'

const batchMs = 10
const fileLimitBytes = 20 * 1024 * 1024
const filesKept = 5
/** Maximum number of bytes buffered for a reader of stdout. */
const stdoutLimitBytes = 8 * 1024 * 1024

/** Line breaks and terminal control characters that JSON does not escape. */
const unprintable = /[\u007f-\u009f\u2028\u2029]/g

export interface DebugLogOptions {
  dataDir: string
  logLevel: string
}

export interface LogOutput {
  write(line: string): void
  /** Number of lines lost to a full disk, or to a closed or stalled reader. */
  dropped(): number
  flush(): Promise<void>
  /** Flushes and closes the file. */
  close(): Promise<void>
}

/** Opens the debug and access log, which has one JSON object per line. */
export function openDebugLog({ dataDir, logLevel }: DebugLogOptions, output = openLogOutput(debugLogFile(dataDir))): Logger {
  return pino(logLines(logLevel), output)
}

/**
 * Collects lines for a few milliseconds, then writes them to stdout and a file. The output never throws or blocks, and its memory use is bounded.
 * If a reader of stdout stalls or closes, or the disk is full, only log lines are lost.
 */
export function openLogOutput(path: string, stdout: NodeJS.WriteStream = process.stdout): LogOutput {
  let batch = ''
  let timer: NodeJS.Timeout | null = null
  let stdoutGone = false
  let dropped = 0
  const file = rotatingFile(path, fileLimitBytes, filesKept, characters => {
    dropped += Math.max(1, Math.round(characters / 200))
  })

  stdout.on('error', () => {
    stdoutGone = true
  })

  function send() {
    timer = null
    const text = batch
    batch = ''
    file.write(text)
    if (stdoutGone) return
    if (stdout.writableLength > stdoutLimitBytes) dropped += text.split('\n').length - 1
    else stdout.write(text)
  }

  process.on('exit', () => {
    if (batch !== '') send()
    file.flushNow()
  })

  async function flush(): Promise<void> {
    if (timer) {
      clearTimeout(timer)
      send()
    }
    await file.flush()
  }

  return {
    flush,
    async close() {
      await flush()
      await file.close()
    },
    write(line) {
      batch += unprintable.test(line) ? line.replace(unprintable, escaped) : line
      unprintable.lastIndex = 0
      timer ??= setTimeout(send, batchMs)
    },
    dropped: () => dropped
  }
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
