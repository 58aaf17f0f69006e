import type { Polygon } from '../../../../shared/contracts/shapes.ts'
import { type ChildPool, childPool } from '../../children/child-pool.ts'
import type { OnnxTasks } from '../onnx/onnx-tasks.ts'
import { modelLimits, onnxEntry } from '../uploaded/model-child.ts'

/** Time limit of one outline in seconds. */
const seconds = 30
const idleMs = 5 * 60_000
const mostPools = 4
/** People wait for an outline, but the process that answers calls comes first. */
const niceness = 5

export type DecoderPools = ReturnType<typeof decoderPools>

/** Creates the processes that outline what people click. Each pair has one, which keeps its decoder loaded for some minutes. */
export function decoderPools() {
  const pools = new Map<string, { pool: ChildPool<OnnxTasks>; working: number }>()

  /** Closes pools without work, those that were used longest ago first. */
  function closeOldest() {
    for (const [key, { pool, working }] of pools) {
      if (pools.size <= mostPools) return
      if (working > 0) continue
      pools.delete(key)
      void pool.close()
    }
  }

  return {
    /**
     * Outlines with the process of a pair. A person who leaves does not end it, because others wait for it.
     * @throws errors of the model, or ChildFault
     */
    async outline(
      { manifestSha256, decoderBytes }: { manifestSha256: string; decoderBytes: number },
      accountId: string,
      task: Parameters<OnnxTasks['outline']>[0]
    ): Promise<Polygon | null> {
      const limits = { ...modelLimits({ sizeBytes: decoderBytes, seconds }), niceness }
      const of = pools.get(manifestSha256) ?? { pool: childPool<OnnxTasks>({ entry: onnxEntry, processes: 1, limits, idleMs }), working: 0 }
      pools.delete(manifestSha256)
      pools.set(manifestSha256, of)
      of.working++
      closeOldest()
      try {
        return await of.pool.take(accountId, run => run('outline', task))
      } finally {
        of.working--
      }
    },

    async close() {
      await Promise.all([...pools.values()].map(({ pool }) => pool.close()))
    }
  }
}
