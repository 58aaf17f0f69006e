import { enableCompileCache } from 'node:module'
import { workerData } from 'node:worker_threads'
import { compileCacheFolder } from '../../lib/compile-cache.ts'
import type { DatabasePlace } from '../storage/database.ts'

const place = workerData as DatabasePlace
enableCompileCache(compileCacheFolder(place.dataDir))
const { readOnRequest } = await import('./read-on-request.ts')
readOnRequest(place)
