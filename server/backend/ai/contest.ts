import type { Comparison, GroupUnit } from '../../../shared/contracts/ai-models.ts'
import type { Run } from '../children/child-pool.ts'
import type { Database } from '../storage/database.ts'
import type { AnalysisTasks } from './analysis-tasks.ts'
import { bytesPerVector } from './features-of-image.ts'
import { contestDraws, isBetter } from './learning/compare.ts'
import { dimensions } from './learning/features.ts'
import type { runnableVersion } from './promotion.ts'
import type { StoredClasses } from './stored-model.ts'

/** New model version with its predictions for the test split. */
export interface Contender {
  unit: GroupUnit
  /** Label id of each class. */
  classes: readonly string[]
  vectors: Uint8Array
  /** Test rows, as indices into `vectors`, with their true class, predicted class and bootstrap unit. */
  tested: readonly { row: number; label: number; predicted: number; unit: number }[]
  seed: number
}

type Rival = NonNullable<Awaited<ReturnType<typeof runnableVersion>>>

const fewestCommon = 2

/**
 * Compares a new version with the promoted one on the same test labels, restricted to classes that both learnt.
 * @returns null when they are not comparable: different grouping units, too few shared classes, or no test labels
 */
export async function contestWith(
  { db, run }: { db: Database; run: Run<AnalysisTasks> },
  rival: Rival,
  { unit, classes, vectors, tested, seed }: Contender
): Promise<{ comparison: Comparison; isBetter: boolean } | null> {
  const theirs = (JSON.parse(rival.classes) as StoredClasses).learnt.map(({ labelId }) => labelId)
  const common = classes.filter(labelId => theirs.includes(labelId))
  const placeOf = new Map(common.map((labelId, place) => [labelId, place]))
  const placed = (index: number) => placeOf.get(classes[index] ?? '') ?? -1
  const rows = tested.filter(({ label }) => placed(label) >= 0)
  if (rival.unit !== unit || common.length < fewestCommon || rows.length === 0) return null
  const { bytes } = await db.selectFrom('ai_model_version').select('bytes').where('id', '=', rival.id).executeTakeFirstOrThrow()
  const chosen = new Uint8Array(rows.length * bytesPerVector)
  for (const [index, { row }] of rows.entries())
    chosen.set(vectors.subarray(row * bytesPerVector, (row + 1) * bytesPerVector), index * bytesPerVector)
  const outcome = await run('compare', {
    bytes: new Uint8Array(bytes),
    vectors: chosen,
    columns: dimensions,
    labels: Int32Array.from(rows, ({ label }) => placed(label)),
    own: Int32Array.from(rows, ({ predicted }) => placed(predicted)),
    units: Int32Array.from(rows, each => each.unit),
    classes: common.length,
    places: Int32Array.from(theirs, labelId => placeOf.get(labelId) ?? -1),
    seed
  })
  const { drawn } = outcome
  return {
    isBetter: isBetter(outcome),
    comparison: {
      ...{ versionId: rival.id, number: rival.number, count: rows.length, unitCount: outcome.unitCount },
      ...{ commonClasses: common.length, otherClasses: new Set([...classes, ...theirs]).size - common.length },
      ...{ macroF1: outcome.own, otherMacroF1: outcome.other },
      difference: { value: outcome.own - outcome.other, low: drawn?.low ?? null, high: drawn?.high ?? null },
      ...{ meanDifference: drawn?.mean ?? null, fifthPercentile: drawn?.fifth ?? null, draws: drawn ? contestDraws : 0, seed }
    }
  }
}
