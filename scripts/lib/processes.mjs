import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { inRoot, root } from './paths.mjs'
import { Refusal } from './print.mjs'

const running = new Set()
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Environment of a child process, with the project's own programs first on PATH. */
export function projectEnv(extra = {}) {
  return { ...process.env, PATH: [inRoot('node_modules', '.bin'), process.env.PATH].join(delimiter), ...extra }
}

/** Starts a program that is stopped together with this process. The program leads its own process group, so that its children are stopped too. */
export function startChild(command, args, { env, ...options } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    ...options,
    env: projectEnv(env)
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.once('error', () => running.delete(child))
  return child
}

/** Waits for a child process to exit. Resolves to its exit code, or to 128 + the signal number if a signal ended it. */
export function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}

/** Runs a program until it exits. Resolves to its exit code. */
export const run = (command, args, options) => ended(startChild(command, args, options))

/** Runs a program and captures its output. Resolves to `{ code, out, err }` when it exits. */
export async function capture(command, args, options = {}) {
  const child = startChild(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', piece => (output.out += piece))
  child.stderr.setEncoding('utf8').on('data', piece => (output.err += piece))
  const [code] = await Promise.all([ended(child), once(child, 'close')]) // the last output can arrive after the exit
  return { code, ...output }
}

/** Runs a program that must succeed. @throws Refusal if its exit code is not 0 */
export async function mustRun(command, args, options) {
  const code = await run(command, args, options)
  if (code !== 0) throw new Refusal(`${[command.replace(join(root, '/'), ''), ...args].join(' ')} exited with code ${code}`)
}

function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal)
  } catch {
    // already gone
  }
}

/** Stops all running children with SIGTERM, and after 5 seconds with SIGKILL. */
export async function stopChildren() {
  const left = [...running]
  await Promise.all(
    left.map(child => {
      const gone = ended(child).catch(() => {})
      signalGroup(child, 'SIGTERM')
      const hard = setTimeout(() => signalGroup(child, 'SIGKILL'), 5_000)
      return gone.finally(() => clearTimeout(hard))
    })
  )
}

/** Stops all children before a signal ends this process. */
export function stopChildrenOnSignals() {
  for (const signal of stopSignals) {
    process.once(signal, () => stopChildren().finally(() => process.exit(128 + constants.signals[signal])))
  }
}
