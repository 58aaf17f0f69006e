import { enableCompileCache } from 'node:module'
import { dataFolder } from './config.ts'
import { compileCacheFolder } from './lib/compile-cache.ts'

// Everything else is loaded afterwards, so that it comes from the cache.
enableCompileCache(compileCacheFolder(dataFolder()))

const [command = 'serve'] = process.argv.slice(2)
if (command === 'serve') await (await import('./serve.ts')).serve()
else await import('./cli.ts')
