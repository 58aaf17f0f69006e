import { join } from 'node:path'

/**
 * Folder of the compile cache, which is kept between starts and may be deleted at any time. The cache halves the startup time and saves 30 MB of
 * memory. `npm start` and the container turn the cache on before the first module is loaded, with `NODE_COMPILE_CACHE`.
 */
export const compileCacheFolder = (dataDir: string) => join(dataDir, 'cache', 'code')
