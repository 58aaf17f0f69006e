import fp from 'fastify-plugin'
import { freeBytes, reservedBytes } from '../lib/free-space.ts'

export interface FreeSpaceOptions {
  dataDir: string
  /** Registers a metric whose value is read on demand. */
  gauge(name: string, help: string, read: () => number): void
  leastBytes?: number
}

const checkEveryMs = 10_000

/**
 * Monitors the free space on the data volume and exposes it as a metric. An error is logged when only the space reserved for the audit log is
 * left.
 */
export const freeSpace = fp<FreeSpaceOptions>(
  async (app, { dataDir, gauge, leastBytes = reservedBytes }) => {
    let free = Number.NaN
    let scarce = false
    gauge('isobath_data_free_bytes', 'Free space on the data volume', () => free)

    async function check(): Promise<void> {
      free = await freeBytes(dataDir).catch(() => Number.NaN)
      if (free < leastBytes === scarce) return
      scarce = !scarce
      if (scarce) app.log.error({ free, leastBytes }, 'the data volume is nearly full: uploads are refused until space is freed')
      else app.log.info({ free }, 'the data volume has free space again')
    }

    const timer = setInterval(check, checkEveryMs).unref()
    app.addHook('onReady', check)
    app.addHook('onClose', async () => clearInterval(timer))
  },
  { name: 'free-space' }
)
