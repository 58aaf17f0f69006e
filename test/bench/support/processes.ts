import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..', '..')

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

export interface Running {
  process: ChildProcess
  url: string
  stop(): Promise<void>
}

/**
 * Starts a server in a separate process and waits until `readyPath` answers with anything but 5xx. Its log goes to a file, like an operator's
 * journal.
 */
export async function startServer(
  command: string[],
  { port, env = {}, log = '/dev/null', readyPath = '/' }: { port: number; env?: Record<string, string>; log?: string; readyPath?: string }
): Promise<Running> {
  const file = openSync(log, 'a')
  const child = spawn(command[0]!, command.slice(1), {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', file, file]
  })
  const url = `http://127.0.0.1:${port}`
  await untilReady(`${url}${readyPath}`, child)
  return {
    process: child,
    url,
    async stop() {
      if (child.exitCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      const hard = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await gone
      clearTimeout(hard)
    }
  }
}

/** Waits for a server. @throws Error when the process ends first, or after two minutes */
export async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + 120_000
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server of ${url} ended with code ${child.exitCode}`)
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(1_000) })
      await response.arrayBuffer()
      if (response.status < 500) return
    } catch {
      // the server is not listening yet
    }
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  throw new Error(`${url} was not ready in two minutes`)
}

/** Runs a program to its end and returns its output. */
export async function output(command: string, args: string[]): Promise<string> {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', piece => {
    text += piece
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with code ${code}`)
  return text
}

/**
 * Processor time of a process and its children, in all their threads. It is steadier than a rate on a shared machine. Source: Linux
 * `/proc/<pid>/stat`, fields 14 and 15, in 1/100 s.
 */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return (Number(fields[11]) + Number(fields[12])) * 10 + children.reduce((sum, child) => sum + processorMs(Number(child)), 0)
}
