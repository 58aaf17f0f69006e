import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { removeUntouched } from '../lib/untouched.ts'
import { daily, type Upkeep } from './module.ts'
import type { Services } from './services.ts'

/** Tasks that remove files left behind by killed processes. */
const leftovers: readonly Upkeep[] = [
  daily(({ dataDir }) => removeUntouched(join(dataDir, 'tmp'))),
  daily(({ dataDir }) => removeUntouched(dataDir, name => /^\.(restore|doctor)-[A-Za-z0-9]{6}$/.test(name)))
]

/**
 * Runs recurring tasks while the server is up, each at its own interval. Tasks with the same interval run one after another. A failed task does not
 * delay the others.
 */
export function startUpkeep(app: FastifyInstance, services: Services, upkeep: readonly Upkeep[]): void {
  const working = new Map<number, Promise<void>>()
  const timers: NodeJS.Timeout[] = []

  async function attempt({ run, failure }: Upkeep): Promise<void> {
    try {
      await run(services)
    } catch (error) {
      app.log.error({ err: error }, failure)
    }
  }

  function begin(task: Upkeep) {
    const { everyMs } = task
    const queue = () => {
      working.set(
        everyMs,
        (working.get(everyMs) ?? Promise.resolve()).then(() => attempt(task))
      )
    }
    queue()
    timers.push(setInterval(queue, everyMs).unref())
  }

  app.addHook('onReady', async () => {
    for (const task of [...leftovers, ...upkeep]) {
      if (task.afterMs === 0) begin(task)
      else timers.push(setTimeout(begin, task.afterMs, task).unref())
    }
  })
  app.addHook('onClose', async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(working.values())
  })
}
