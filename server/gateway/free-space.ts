import fp from 'fastify-plugin'
import { freeBytes, reservedBytes } from '../lib/free-space.ts'

export interface FreeSpaceOptions {
  dataDir: string
  /** Makes a metric of a number that is looked up when someone asks. */
  gauge(name: string, help: string, read: () => number): void
  leastBytes?: number
}

const lookMs = 10_000

/** Watches the room on the data volume: it is a metric, and the operator is told when only the reserve of the audit log is left. */
export const freeSpace = fp<FreeSpaceOptions>(
  async (app, { dataDir, gauge, leastBytes = reservedBytes }) => {
    let free = Number.NaN
    let scarce = false
    gauge('isobath_data_free_bytes', 'Room left on the data volume', () => free)

    async function look(): Promise<void> {
      free = await freeBytes(dataDir).catch(() => Number.NaN)
      if (free < leastBytes === scarce) return
      scarce = !scarce
      if (scarce) app.log.error({ free, leastBytes }, 'the data volume is nearly full: uploads are refused until there is room')
      else app.log.info({ free }, 'the data volume has room again')
    }

    const timer = setInterval(look, lookMs).unref()
    app.addHook('onReady', look)
    app.addHook('onClose', async () => clearInterval(timer))
  },
  { name: 'free-space' }
)
