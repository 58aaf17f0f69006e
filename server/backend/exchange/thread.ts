import { enableCompileCache } from 'node:module'
import { workerData } from 'node:worker_threads'
import { compileCacheFolder } from '../../lib/compile-cache.ts'
import type { ThreadTask } from './in-thread.ts'

const task = workerData as ThreadTask
enableCompileCache(compileCacheFolder(task.dataDir))
const { runTask } = await import('./run-task.ts')
await runTask(task)
