import { join } from 'node:path'

/** Folder of the compile cache, which is kept between starts and may be deleted at any time. It halves the startup time and saves 30 MB of memory. */
export const compileCacheFolder = (dataDir: string) => join(dataDir, 'cache', 'code')
