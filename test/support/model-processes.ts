import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Test } from 'tap'

/** Sends a signal to each process that starts to run a model, up to `most` of them, until it is stopped or the test ends. */
export function signalModels(t: Test, signal: NodeJS.Signals, { most = Infinity }: { most?: number } = {}) {
  const pids: number[] = []
  const first = Promise.withResolvers<number>()
  const onStart = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess }
    child.once('spawn', () => {
      const isModel = child.spawnargs.some(argument => argument.endsWith('onnx-child.ts'))
      if (!isModel || child.pid === undefined || pids.length >= most) return
      child.kill(signal)
      pids.push(child.pid)
      first.resolve(child.pid)
    })
  }
  const end = () => unsubscribe('child_process', onStart)
  subscribe('child_process', onStart)
  t.teardown(end)
  return {
    pids,
    /** Id of the first process, once it has the signal. */
    first: first.promise,
    end
  }
}
