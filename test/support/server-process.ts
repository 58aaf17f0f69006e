import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { compileCache } from './compile-cache.ts'

/** Complete terminal output of a new server. */
export const onlySetUpLink = /^\nThis server is new[^\n]*\n\n[^\n]*\/signup#[^\n]*\n\n$/

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface ServerEnd {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface ServerProcess {
  process: ChildProcess
  /** Address of the server. Rejects when the server ends first. */
  listening: Promise<string>
  ended: Promise<ServerEnd>
  /** Output so far. */
  output: { out: string; err: string }
  /** Resolves once this text is in its log. Rejects when the server ends first. */
  logs(text: string | RegExp): Promise<string>
  stop(signal?: NodeJS.Signals): Promise<ServerEnd>
}

/** Starts `node server/main.ts` with these settings and no others, on a free loopback port. Killed when the test ends. */
export function spawnServer(t: Test, settings: Record<string, string>, nodeOptions: string[] = []): ServerProcess {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [...nodeOptions, 'server/main.ts'], {
    cwd: root,
    env: { PATH, HOME, NODE_NO_WARNINGS: '1', ...compileCache, HOST: '127.0.0.1', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.err += text
  })
  const ended = new Promise<ServerEnd>(resolve => child.once('close', (code, signal) => resolve({ code, signal })))
  t.teardown(async () => {
    child.kill('SIGKILL')
    await ended
  })

  function logs(text: string | RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = new RegExp(text).exec(output.out)
        if (found) resolve(found[1] ?? found[0])
      }
      child.stdout.on('data', check)
      check()
      ended.then(({ code }) => reject(new Error(`the server ended with ${code} and did not print ${text}:\n${output.out}${output.err}`)))
    })
  }

  const listening = logs(/"url":"(http:\/\/[^"]+)"/)
  listening.catch(() => undefined) // a test may require that it ends first
  return {
    process: child,
    listening,
    ended,
    output,
    logs,
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    }
  }
}
