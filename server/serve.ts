import { flushCompileCache } from 'node:module'
import closeWithGrace from 'close-with-grace'
import { ConfigError, configExitCode, readConfig } from './config.ts'
import type { RunningIsobath } from './isobath.ts'
import { giveMemoryBack } from './lib/give-memory-back.ts'
import { StartRefused } from './lib/start-refused.ts'

/** Prints the set-up link to the terminal only, because it is a secret and logs may be collected elsewhere. */
function announceSetUp(link: string): void {
  process.stderr.write(
    `\nThis server is new. Its first account becomes the administrator. Open this link on any device to create it:\n\n  ${link}\n\n`
  )
}

/** Time in which a closing server ends its requests and jobs, in milliseconds. */
const closeWithinMs = 30_000

/** Runs the server process from start to end. On a signal during startup, the process first completes the startup and then closes. */
export async function serve(): Promise<void> {
  let starting: Promise<RunningIsobath> | null = null
  let started: RunningIsobath | null = null
  async function close({ err, signal }: { err?: Error | undefined; signal?: string | undefined }) {
    if (err && !started) throw err // there is no log yet, so the error goes to standard error
    const isobath = await starting
    if (err) isobath?.gateway.log.fatal({ err }, 'shutting down after an error')
    else isobath?.gateway.log.info({ signal }, 'closing')
    await isobath?.close()
  }
  const early = closeWithGrace({ delay: closeWithinMs }, close)
  try {
    const config = readConfig()
    closeWithGrace({ delay: closeWithinMs + config.drainDelayMs }, close)
    early.uninstall() // afterwards, because a signal without a listener kills the process
    starting = import('./isobath.ts').then(({ startIsobath }) => startIsobath(config, {}, announceSetUp))
    started = await starting
    started.gateway.log.info({ url: config.publicUrl?.origin ?? started.url, version: config.version }, 'Isobath is ready')
    flushCompileCache()
    giveMemoryBack()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(error instanceof ConfigError || error instanceof StartRefused ? configExitCode : 1)
  }
}
