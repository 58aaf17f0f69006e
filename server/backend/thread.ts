import { enableCompileCache } from 'node:module'
import { workerData } from 'node:worker_threads'
import { compileCacheFolder } from '../lib/compile-cache.ts'
import type { ThreadData } from './thread-messages.ts'

const data = workerData as ThreadData
enableCompileCache(compileCacheFolder(data.config.dataDir))
const { runInThread } = await import('./run-in-thread.ts')
await runInThread(data)
