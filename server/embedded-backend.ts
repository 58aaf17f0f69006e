import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import type { BackendAddress, ThreadData, ThreadMessage } from './backend/thread-messages.ts'
import type { Config } from './config.ts'
import { removeDeadSockets } from './dead-sockets.ts'
import type { JobEnd } from './lib/job-end.ts'
import { StartRefused } from './lib/start-refused.ts'

const firstPauseMs = 250
const longestPauseMs = 10_000
const closeWithinMs = 25_000
const socketName = 'backend.sock'
/** Size of V8's young generation in MB. The backend mostly allocates short-lived rows, so a small young generation keeps the process small. */
const youngGenerationMb = 8

export interface EmbeddedBackend {
  /** Base URL for HTTP. Its host name is a placeholder when `socketPath` is set. */
  url: string
  socketPath: string | null
  close(): Promise<void>
}

export interface BackendEars {
  /** Receives lines of the backend for the debug log. */
  writeLine(line: string): void
  /** Receives the secret of the set-up link; null once the first account exists. */
  onSetUp?(secret: string | null): void
  onJobEnd?(end: JobEnd): void
}

interface Run {
  worker: Worker
  /** Resolves to the address. Rejects when the backend refuses to start, or exits before it listens. */
  listening: Promise<BackendAddress>
  ended: Promise<void>
}

/**
 * Runs the research backend in a separate thread, and restarts it when it exits unexpectedly. The backend listens on a Unix socket if possible,
 * otherwise on a loopback port.
 * @throws Error when the backend refuses its first start
 */
// Long: the parts of one thread, from its start to its end.
export async function startEmbeddedBackend(
  config: Config,
  logger: FastifyBaseLogger,
  { writeLine, onSetUp, onJobEnd }: BackendEars
): Promise<EmbeddedBackend> {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-'))
  const socketPath = process.platform === 'win32' ? null : join(folder, socketName)
  removeDeadSockets(tmpdir(), socketName).catch(error => logger.warn({ err: error }, 'removing the folders of killed processes failed'))
  let closing = false
  let port = 0

  function run(): Run {
    if (socketPath) rmSync(socketPath, { force: true })
    const worker = new Worker(new URL('./backend/thread.ts', import.meta.url), {
      workerData: threadData(config, socketPath, port),
      name: 'backend',
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb }
    })
    const ended = new Promise<void>(resolve => worker.once('exit', () => resolve()))
    const listening = new Promise<BackendAddress>((resolve, reject) => {
      worker.on('message', (message: ThreadMessage) => {
        if (message.kind === 'log') writeLine(message.line)
        else if (message.kind === 'set-up') onSetUp?.(message.secret)
        else if (message.kind === 'job') onJobEnd?.(message.end)
        else if (message.kind === 'listening') resolve(message.address)
        else reject(new (message.byData ? StartRefused : Error)(message.reason))
      })
      worker.once('exit', () => reject(new Error('the research backend exited before it started listening')))
    })
    listening.catch(() => {}) // already logged, and waiting callers get the rejection too
    worker.on('error', error => logger.error({ err: error }, 'the research backend failed'))
    return { worker, listening, ended }
  }

  let current = run()
  const stop = () => rmSync(folder, { recursive: true, force: true })
  const address = await current.listening.catch(async error => {
    await current.ended
    stop()
    throw error
  })
  if ('port' in address) port = address.port // kept across restarts, because the gateway uses it
  void keepRunning()

  async function keepRunning(): Promise<void> {
    let pauseMs = firstPauseMs
    for (;;) {
      await current.ended
      if (closing) return
      logger.error({ pauseMs }, 'the research backend exited and will be restarted')
      await pause(pauseMs)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
      if (closing) return
      current = run()
      current.listening.then(
        () => {
          pauseMs = firstPauseMs
        },
        () => {}
      )
    }
  }

  return {
    url: port ? `http://127.0.0.1:${port}` : 'http://backend.internal',
    socketPath: port ? null : socketPath,
    async close() {
      closing = true
      current.worker.postMessage('close')
      const timer = setTimeout(() => current.worker.terminate(), closeWithinMs)
      await current.ended
      clearTimeout(timer)
      stop()
    }
  }
}

function threadData(config: Config, socketPath: string | null, port: number): ThreadData {
  const {
    dataDir,
    databaseUrl,
    tokenKey,
    registration,
    publicUrl,
    smtpUrl,
    mailFrom,
    version,
    logLevel,
    roles,
    room,
    models,
    isOffline,
    allowedHosts
  } = config
  return {
    config: {
      dataDir,
      databaseUrl,
      tokenKey,
      registration,
      room,
      models,
      publicUrl: publicUrl?.href ?? null,
      smtpUrl,
      mailFrom,
      version,
      isOffline,
      allowedHosts,
      runJobs: roles.has('worker')
    },
    logLevel,
    socketPath,
    port
  }
}
