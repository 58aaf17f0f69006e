import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { getPriority, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Answer } from './answer-tasks.ts'
import { stallWatch } from './stall.ts'

export interface ChildLimits {
  /** Maximum resident memory of the process, in bytes. */
  memoryBytes: number
  /** Maximum wall time of one task, in seconds. */
  seconds: number
  /** Maximum wall time of the first task, including the start of the process. `seconds` if absent. */
  startSeconds?: number
  /** Time without any processor use after which a task counts as stuck, in seconds. 60 if absent. */
  stallSeconds?: number
  /** Size of the libuv thread pool, which tasks use in addition to the threads of Node itself. */
  threads: number
  /** Niceness, 0–19. A higher value means a lower scheduling priority. */
  niceness: number
  /** Maximum address space, in bytes. If absent, `memoryBytes` plus the space that Node and its libraries reserve. */
  addressBytes?: number
}

/** Error for a task that exceeded its time or memory limit, or whose process ended. */
export class ChildFault extends Error {
  readonly reason: 'time' | 'memory' | 'ended'

  constructor(reason: ChildFault['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

export type Child = ReturnType<typeof startChild>

const memoryCheckMs = 50
const stallCheckMs = 500
const usualStallSeconds = 60
/** Address space that Node reserves at start-up, and that libraries map but do not use. */
const reservedAddressBytes = 16 * 1024 ** 3
const pageBytes = 4096
const keptErrorBytes = 2000
/** Environment variables that the child receives. Others may contain secrets. */
const passedOn = ['PATH', 'LD_PRELOAD', 'MALLOC_CONF', 'SystemRoot']
const exitOfMemory = 77

/**
 * Starts a process that answers tasks one at a time (`answer-tasks.ts`). Its folder for temporary files is removed when the process ends. A
 * process that exceeds a limit is killed.
 */
// Long: the life of one process, from start to end.
export function startChild(entry: URL, limits: ChildLimits) {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-child-'))
  const process = spawnLimited(fileURLToPath(entry), limits, folder)
  let errors = ''
  let settle: ((answer: Answer | ChildFault) => void) | null = null
  let killedFor: ChildFault | null = null
  let ended = false
  let hasAnswered = false
  const gone = new Promise<void>(resolve => {
    const end = (how: string) => {
      if (ended) return
      ended = true
      settle?.(killedFor ?? new ChildFault(how === String(exitOfMemory) ? 'memory' : 'ended', `the child ended (${how}) ${errors}`.trim()))
      rmSync(folder, { recursive: true, force: true })
      resolve()
    }
    process.once('exit', (code, signal) => end(String(signal ?? code)))
    process.once('error', error => end(error.message))
  })
  process.on('message', answer => settle?.(answer as Answer))
  process.stderr?.on('data', (piece: Buffer) => {
    errors = (errors + piece.toString()).slice(-keptErrorBytes)
  })

  function kill(fault: ChildFault | null = null) {
    killedFor ??= fault
    process.kill('SIGKILL')
  }

  const watchMemory = () => {
    const bytes = residentBytes(process.pid)
    if (bytes > limits.memoryBytes) kill(new ChildFault('memory', `the child process used ${bytes} bytes`))
  }

  return {
    get ended() {
      return ended
    },
    pid: process.pid,
    /** Key of the last task, whose data the process may still have in memory. */
    lastKey: '',

    /** Runs one task at a time. @throws ChildFault @throws the error of the task, with its code and status @throws the abort reason of the signal */
    async run(task: string, input: unknown, signal?: AbortSignal): Promise<unknown> {
      signal?.throwIfAborted()
      if (ended) throw new ChildFault('ended', 'the child process has ended')
      const giveUp = () => kill()
      signal?.addEventListener('abort', giveUp)
      const seconds = hasAnswered ? limits.seconds : (limits.startSeconds ?? limits.seconds)
      const tooLong = () => kill(new ChildFault('time', `the child process took longer than ${seconds} s`))
      const stallSeconds = limits.stallSeconds ?? usualStallSeconds
      const isStuck = stallWatch(process.pid, stallSeconds)
      const watchStall = () => isStuck() && kill(new ChildFault('ended', `the child process stood still for ${stallSeconds} s`))
      const timers = [setTimeout(tooLong, seconds * 1000), setInterval(watchMemory, memoryCheckMs), setInterval(watchStall, stallCheckMs)]
      hold(process, true)
      try {
        const answer = await new Promise<Answer | ChildFault>(resolve => {
          settle = resolve
          process.send({ task, input }, error => error && kill())
        })
        hasAnswered = true
        signal?.throwIfAborted()
        if (answer instanceof ChildFault) throw answer
        if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error)
        return answer.result
      } finally {
        settle = null
        for (const timer of timers) clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        hold(process, false)
      }
    },

    /** Ends the process immediately, even during a task. */
    async end(): Promise<void> {
      kill()
      await gone
    }
  }
}

type TalkingChild = ChildProcess & { send(message: unknown, done: (error: Error | null) => void): boolean }

function spawnLimited(entry: string, { memoryBytes, threads, niceness, addressBytes }: ChildLimits, folder: string): TalkingChild {
  const { execPath, env, platform } = globalThis.process
  // With its trap handler, WebAssembly reserves as much address space as it gets, up to 8 GiB.
  const node = ['--max-old-space-size=256', '--max-semi-space-size=8', '--disable-wasm-trap-handler', entry, String(memoryBytes)]
  const kib = Math.ceil((addressBytes ?? memoryBytes + reservedAddressBytes) / 1024)
  const limited = ['-c', `ulimit -c 0; ulimit -v ${kib} 2>/dev/null; exec "$0" "$@"`, execPath, ...node]
  const child = spawn(platform === 'win32' ? execPath : '/bin/sh', platform === 'win32' ? node : limited, {
    cwd: folder,
    env: {
      ...Object.fromEntries(passedOn.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]]]))),
      ...(getCompileCacheDir() && { NODE_COMPILE_CACHE: getCompileCacheDir() }),
      TMPDIR: folder,
      UV_THREADPOOL_SIZE: String(threads)
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    windowsHide: true
  })
  try {
    if (child.pid && niceness > getPriority()) setPriority(child.pid, niceness)
  } catch {} // it has already ended, as `exit` reports
  hold(child, false)
  return child as TalkingChild
}

/** Sets whether a child keeps this process from exiting. */
function hold(child: ChildProcess, holds: boolean) {
  const way = holds ? 'ref' : 'unref'
  child[way]()
  child.channel?.[way]()
  ;(child.stderr as { ref?(): void; unref?(): void } | null)?.[way]?.()
}

/** Returns the resident memory in bytes. Source: Linux `/proc/<pid>/statm`. 0 on other systems, where the child enforces the limit itself. */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * pageBytes
  } catch {
    return 0
  }
}
