import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { compileCacheFolder } from '../../lib/compile-cache.ts'
import type { ReadingMessage, ReadingTask } from './read-in-thread.ts'

const task = workerData as ReadingTask
enableCompileCache(compileCacheFolder(task.dataDir))
const { readTrack } = await import('./formats/read-track.ts')
const { TrackRefused } = await import('./formats/refusal.ts')

const post = (message: ReadingMessage) => parentPort?.postMessage(message)
let goOn = () => {}
parentPort?.on('message', () => goOn())

try {
  const found = await readTrack(task.path, task.wish, {
    mostFixes: task.mostFixes,
    // The next blocks are made when these are written: a fast reader does not fill the memory.
    onBlocks: blocks =>
      new Promise(resolve => {
        goOn = resolve
        post({ kind: 'blocks', blocks })
      }),
    onProgress: readBytes => post({ kind: 'progress', readBytes })
  })
  post({ kind: 'done', found })
} catch (error) {
  const { message, stack = '' } = error as Error
  post(error instanceof TrackRefused ? { kind: 'refused', message } : { kind: 'failed', message, stack })
}
parentPort?.close()
