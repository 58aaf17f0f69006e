import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type GarbageCollector = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/**
 * Releases memory after startup: about 20 MB per thread, which V8 would otherwise keep until memory becomes scarce. The call blocks the thread
 * for about 100 ms, so make it once, after everything is loaded.
 */
export function giveMemoryBack(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as GarbageCollector
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
