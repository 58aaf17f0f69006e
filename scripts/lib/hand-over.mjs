import { spawn } from 'node:child_process'
import { ended, projectEnv, stopSignals } from './processes.mjs'

/**
 * Puts a program in our place: its terminal, its signals, its exit code.
 * Where this Node can (from 22.15), the program replaces this very process; else it runs as a child that gets our signals.
 */
export async function handOver(command, args) {
  const env = projectEnv()
  if (typeof process.execve === 'function') process.execve(command, [command, ...args], env)
  const child = spawn(command, args, { stdio: 'inherit', env })
  for (const signal of stopSignals) {
    process.removeAllListeners(signal)
    process.on(signal, () => {
      const terminalTellsTheChildToo = signal === 'SIGINT' && process.stdin.isTTY
      if (!terminalTellsTheChildToo) child.kill(signal)
    })
  }
  process.exitCode = await ended(child)
}
