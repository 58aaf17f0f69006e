import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Test } from 'tap'
import { addressIn } from './address-in.ts'

export interface IsobathProcess {
  process: ChildProcess
  url: string
}

/** Starts a whole Isobath in a separate process, as an operator does, on a free loopback port. Killed when the test ends. */
export async function startIsobathProcess(
  t: Test,
  { args, cwd, dataDir, settings = {} }: { args: string[]; cwd: string; dataDir: string; settings?: Record<string, string> }
): Promise<IsobathProcess> {
  const server = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'info', ...settings },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  t.teardown(async () => {
    if (server.kill('SIGKILL')) await once(server, 'exit') // otherwise it still writes into the folder that is removed next
  })
  return { process: server, url: await addressIn(server) }
}
