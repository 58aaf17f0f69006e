import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { compileCacheFolder } from '../../lib/compile-cache.ts'
import type { ThreadTask } from './in-thread.ts'

enableCompileCache(compileCacheFolder((workerData as Pick<ThreadTask, 'dataDir'>).dataDir))
const { runTask } = await import('./run-task.ts')
parentPort?.on('message', runTask)
