import { enableCompileCache } from 'node:module'
import { workerData } from 'node:worker_threads'
import { compileCacheFolder } from '../../lib/compile-cache.ts'
import type { TaskPlace } from './ways.ts'

enableCompileCache(compileCacheFolder((workerData as TaskPlace).dataDir))
const { runWorks } = await import('./run-work.ts')
runWorks()
