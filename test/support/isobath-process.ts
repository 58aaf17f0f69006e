import { type ChildProcess, spawn } from 'node:child_process'
import type { Test } from 'tap'

export interface IsobathProcess {
  process: ChildProcess
  url: string
}

/** Starts a whole Isobath in its own process, as an operator does, on a free loopback port. Killed when the test ends. */
export async function startIsobathProcess(
  t: Test,
  { args, cwd, dataDir }: { args: string[]; cwd: string; dataDir: string }
): Promise<IsobathProcess> {
  const server = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  t.teardown(() => server.kill('SIGKILL'))
  return { process: server, url: await addressIn(server) }
}

/** Waits for the line that says where the server listens, and goes on reading the log afterwards. */
function addressIn(server: ChildProcess): Promise<string> {
  let text = ''
  return new Promise((resolve, reject) => {
    server.stdout?.on('data', piece => {
      text += piece
      const url = /"url":"(http:\/\/[^"]+)"/.exec(text)?.[1]
      if (url) resolve(url)
    })
    server.once('exit', () => reject(new Error(`the server ended before it listened:\n${text}`)))
  })
}
