import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { addressIn } from '../address-in.ts'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

export interface KillableServer {
  url: string
  /** Kills with `kill -9`. Resolves when the process is gone. */
  kill(): Promise<void>
  /** Sends SIGTERM. Resolves when the process is gone. */
  stop(): Promise<void>
}

/** Starts a whole Isobath in a separate process on a free port, as an operator does. It ends with this process at the latest. */
export async function startKillable(env: Record<string, string>, script = 'server/main.ts'): Promise<KillableServer> {
  const server = spawn(process.execPath, [script], {
    cwd: root,
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const gone = once(server, 'exit')
  const killWithUs = () => server.kill('SIGKILL')
  process.once('exit', killWithUs)
  void gone.then(() => process.off('exit', killWithUs))
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal)
    await gone
  }
  return { url: await addressIn(server), kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

/** Starts the same with the web app of the browser tests. */
export const startKillableApp = (env: Record<string, string>) => startKillable(env, 'test/support/durability/app-process.ts')
