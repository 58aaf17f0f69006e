import type { Comparison, GroupUnit } from '../../../shared/contracts/ai-models.ts'
import type { Run } from '../children/child-pool.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/database.ts'
import type { AnalysisTasks } from './analysis-tasks.ts'
import { columnsOf } from './feature-sets.ts'
import { bytesPerVector } from './features-of-image.ts'
import { featureSet } from './geometry.ts'
import { contestDraws, isBetter } from './learning/compare.ts'
import type { runnableVersion } from './promotion.ts'
import type { StoredClasses } from './stored-model.ts'
import { type LoadedVersion, vectorsForVersion } from './version-features.ts'

/** New model version with its predictions for the test split. */
export interface Contender {
  unit: GroupUnit
  /** Label id of each class. */
  classes: readonly string[]
  /** Standard features of all rows. */
  vectors: Uint8Array
  /** Image of each row, and its shape as JSON. */
  rows: readonly { media_id: string; shape: string }[]
  /** Test rows, as indices into `rows`, with their true class, predicted class and bootstrap unit. */
  tested: readonly { row: number; label: number; predicted: number; unit: number }[]
  seed: number
}

type Rival = NonNullable<Awaited<ReturnType<typeof runnableVersion>>>

const fewestCommon = 2

interface Work {
  db: Database
  blobs: Blobs
  /** Runs work in a turn of the run. Other runs get a turn in between. */
  turn<T>(work: (run: Run<AnalysisTasks>) => Promise<T>): Promise<T>
}

/**
 * Compares a new version with the promoted version on the same test labels, restricted to classes that both learnt.
 * @returns null when the versions are not comparable: different grouping units, too few shared classes, or no test labels
 */
export async function contestWith(
  work: Work,
  rival: Rival,
  { unit, classes, vectors, rows: all, tested, seed }: Contender
): Promise<{ comparison: Comparison; isBetter: boolean } | null> {
  const theirs = (JSON.parse(rival.classes) as StoredClasses).learnt.map(({ labelId }) => labelId)
  const common = classes.filter(labelId => theirs.includes(labelId))
  const placeOf = new Map(common.map((labelId, place) => [labelId, place]))
  const placed = (index: number) => placeOf.get(classes[index] ?? '') ?? -1
  const rows = tested.filter(({ label }) => placed(label) >= 0)
  if (rival.unit !== unit || common.length < fewestCommon || rows.length === 0) return null
  const stored = await work.db
    .selectFrom('ai_model_version')
    .select(['bytes', 'sha256'])
    .where('id', '=', rival.id)
    .executeTakeFirstOrThrow()
  const loaded = { key: stored.sha256, bytes: new Uint8Array(stored.bytes), featureSet: rival.feature_set }
  const task = {
    bytes: loaded.bytes,
    vectors: await vectorsFor(loaded),
    columns: columnsOf(rival.feature_set),
    labels: Int32Array.from(rows, ({ label }) => placed(label)),
    own: Int32Array.from(rows, ({ predicted }) => placed(predicted)),
    units: Int32Array.from(rows, each => each.unit),
    classes: common.length,
    places: Int32Array.from(theirs, labelId => placeOf.get(labelId) ?? -1),
    seed
  }
  const outcome = await work.turn(run => run('compare', task))
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

  /** Returns the vectors of the compared rows in the feature set of the other version. */
  async function vectorsFor(version: LoadedVersion): Promise<Uint8Array> {
    const isStandard = version.featureSet === featureSet
    const size = isStandard ? bytesPerVector : columnsOf(version.featureSet) * Float16Array.BYTES_PER_ELEMENT
    const chosen = new Uint8Array(rows.length * size)
    const placed = rows.map(({ row }, index) => ({ row, index, mediaId: all[row]?.media_id ?? '', shape: all[row]?.shape ?? '' }))
    for (const [mediaId, of] of Map.groupBy(placed, each => each.mediaId)) {
      const shapes = of.map(({ shape }) => shape)
      const { db, blobs } = work
      const made = isStandard ? null : await work.turn(run => vectorsForVersion({ db, blobs, run }, version, mediaId, shapes))
      for (const [place, { row, index }] of of.entries())
        chosen.set(made ? made.subarray(place * size, (place + 1) * size) : vectors.subarray(row * size, (row + 1) * size), index * size)
    }
    return chosen
  }
}
