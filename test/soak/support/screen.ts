import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'

const program = '/usr/bin/Xvfb'

export const hasScreen = existsSync(program)

interface Screen {
  child: ChildProcess
  /** Name of the screen for DISPLAY. */
  display: Promise<string>
}

/** Starts a virtual screen, because browsers give no WebGL without a screen. The caller ends its process. */
export function startScreen(): Screen {
  const child = spawn(program, ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore']
  })
  const display = once(child.stdout, 'data').then(([number]) => `:${String(number).trim()}`)
  return { child, display }
}
