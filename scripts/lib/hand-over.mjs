import { spawn } from 'node:child_process'
import { ended, projectEnv, stopSignals } from './processes.mjs'

/**
 * Replaces this process with a program that has the same terminal, signals and exit code. Node 22.15 and later replace the process itself. Under an
 * older Node, the program runs as a child process, to which signals are forwarded.
 * @param more additional environment variables; variables that are already set take precedence
 */
export async function handOver(command, args, more = {}) {
  const env = { ...more, ...projectEnv() }
  if (typeof process.execve === 'function') process.execve(command, [command, ...args], env)
  const child = spawn(command, args, { stdio: 'inherit', env })
  for (const signal of stopSignals) {
    process.removeAllListeners(signal)
    process.on(signal, () => {
      const terminalSignalsChild = signal === 'SIGINT' && process.stdin.isTTY
      if (!terminalSignalsChild) child.kill(signal)
    })
  }
  process.exitCode = await ended(child)
}
