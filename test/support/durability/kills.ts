import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { startKillable } from './killable-server.ts'
import { faultsLeft } from './verification.ts'
import { type Acknowledged, nothingYet, signUpScript, WrongAnswer, writeAnnotations, writeMedia, writeProjects } from './writers.ts'

export interface KillsOptions {
  dataDir: string
  databaseUrl: string | null
  /** Number of kills. */
  kills: number
  /** Called after each kill. */
  onKill?(kill: number, known: Acknowledged): unknown
}

export interface KillsResult {
  known: Acknowledged
  /** Descriptions of lost or broken data; empty when every acknowledged write was kept. */
  faults: string[]
}

/**
 * Kills a server with SIGKILL again and again in the middle of a stream of acknowledged writes (projects, uploads, annotations, audit records), and
 * checks the disk after each kill.
 */
export async function survivesKills({ dataDir, databaseUrl, kills, onKill }: KillsOptions): Promise<KillsResult> {
  const env = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  const known = nothingYet()
  const first = await startKillable(env)
  const { token, projectId } = await signUpScript(first.url)
  await first.stop()
  for (let kill = 1; kill <= kills; kill++) {
    const server = await startKillable(env)
    let ended = 0
    const writers = [
      writeProjects(server.url, token, known),
      writeMedia(server.url, token, projectId, known),
      writeAnnotations(server.url, token, projectId, known)
    ].map(writer =>
      writer.catch(noteRefusal).finally(() => {
        ended += 1
      })
    )
    await enough(known, () => ended > 0)
    await pause(randomInt(0, 30))
    await server.kill()
    await Promise.all(writers)
    const faults = await faultsLeft(known, { dataDir, databaseUrl })
    onKill?.(kill, known)
    if (faults.length > 0) return { known, faults: faults.map(fault => `after kill ${kill}: ${fault}`) }
  }
  const last = await startKillable(env)
  await last.stop()
  return { known, faults: await faultsLeft(known, { dataDir, databaseUrl }) }

  /**
   * Waits until there are enough answers: slow machines get as many between two kills as fast ones, and each kind of write is acknowledged before the
   * first. It also ends when the server refuses a write.
   */
  async function enough({ answers, projects, media, annotations }: Acknowledged, isEnded: () => boolean) {
    const wanted = answers + randomInt(1, 40)
    while (!isEnded() && (known.answers < wanted || projects.size === 0 || media.size === 0 || annotations.size === 0)) await pause(1)
  }

  function noteRefusal(error: unknown) {
    if (error instanceof WrongAnswer) known.faults.push(error.message)
  }
}
