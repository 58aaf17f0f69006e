import { chmodSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { giveMemoryBack } from '../lib/give-memory-back.ts'
import { logLines } from '../lib/log-lines.ts'
import { StartRefused } from '../lib/start-refused.ts'
import { buildBackend } from './backend.ts'
import type { BackendAddress, ThreadData, ThreadMessage } from './thread-messages.ts'

/** Builds the backend, starts to listen, and reports the address to the main thread. The backend closes when the main thread requests it. */
export async function runInThread({ config, logLevel, socketPath, port }: ThreadData): Promise<void> {
  const logger = pino(logLines(logLevel, { part: 'backend' }), { write: line => send({ kind: 'log', line }) })
  try {
    const app = await buildBackend({
      ...config,
      tokenKey: Buffer.from(config.tokenKey),
      publicUrl: config.publicUrl ? new URL(config.publicUrl) : null,
      logger,
      onSetUp: secret => send({ kind: 'set-up', secret }),
      onJobEnd: end => send({ kind: 'job', end })
    })
    parentPort?.on('message', async message => {
      if (message !== 'close') return
      await app.close()
      parentPort?.close()
    })
    send({ kind: 'listening', address: await listen(app, socketPath, port) })
    flushCompileCache()
    giveMemoryBack()
  } catch (error) {
    logger.fatal({ err: error }, 'the research backend failed to start')
    send({ kind: 'refused', reason: (error as Error).message, byData: error instanceof StartRefused })
    parentPort?.close()
  }
}

async function listen(app: FastifyInstance, socketPath: string | null, port: number): Promise<BackendAddress> {
  if (socketPath) {
    try {
      await app.listen({ path: socketPath })
      chmodSync(socketPath, 0o600)
      return { socketPath }
    } catch (error) {
      app.log.warn({ err: error }, 'no Unix socket is available: using a loopback port')
    }
  }
  await app.listen({ host: '127.0.0.1', port })
  return { port: (app.server.address() as AddressInfo).port }
}

function send(message: ThreadMessage) {
  parentPort?.postMessage(message)
}
