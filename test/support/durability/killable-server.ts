import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { addressIn } from '../address-in.ts'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

export interface KillableServer {
  url: string
  /** `kill -9`; resolves when the process is gone. */
  kill(): Promise<void>
  /** SIGTERM; resolves when the process is gone. */
  stop(): Promise<void>
}

/** A whole Isobath in its own process on a free port, as an operator runs it. Ends with this process at the latest. */
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

/** The same with the web app that the browser tests see. */
export const startKillableApp = (env: Record<string, string>) => startKillable(env, 'test/support/durability/app-process.ts')
