import { flushCompileCache } from 'node:module'
import closeWithGrace from 'close-with-grace'
import { ConfigError, configExitCode, readConfig } from './config.ts'
import { startIsobath } from './isobath.ts'
import { giveMemoryBack } from './lib/give-memory-back.ts'

/** The whole life of the server process. */
export async function serve(): Promise<void> {
  try {
    const config = readConfig()
    const isobath = await startIsobath(config)
    isobath.gateway.log.info({ url: config.publicUrl?.origin ?? isobath.url, version: config.version }, 'Isobath is ready')
    closeWithGrace({ delay: 30_000 }, async ({ err, signal }) => {
      if (err) isobath.gateway.log.fatal({ err }, 'closing after an error')
      else isobath.gateway.log.info({ signal }, 'closing')
      await isobath.close()
    })
    flushCompileCache()
    giveMemoryBack()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(error instanceof ConfigError ? configExitCode : 1)
  }
}
