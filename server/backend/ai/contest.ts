import type { Comparison, GroupUnit } from '../../../shared/contracts/ai-models.ts'
import { HopelessJob } from '../jobs/queue.ts'
import { currentLabels } from '../taxonomy/merged-labels.ts'
import { columnsOf } from './feature-sets.ts'
import { contestDraws, isBetter } from './learning/compare.ts'
import type { runnableVersion } from './promotion.ts'
import type { StoredClasses } from './stored-model.ts'
import { modelFault } from './uploaded/model-fault.ts'
import { runtimeFault } from './uploaded/runtime-check.ts'
import { type LoadedVersion, type VersionWork, vectorsForVersion } from './version-features.ts'

/** New model version with its predictions for the test split. */
export interface Contender {
  projectId: string
  unit: GroupUnit
  /** Label id of each class. */
  classes: readonly string[]
  /** Features of all rows, and their set. */
  vectors: Uint8Array
  set: string
  /** Image of each row, and its shape as JSON. */
  rows: readonly { media_id: string; shape: string }[]
  /** Test rows, as indices into `rows`, with their true class, predicted class and bootstrap unit. */
  tested: readonly { row: number; label: number; predicted: number; unit: number }[]
  seed: number
}

type Rival = NonNullable<Awaited<ReturnType<typeof runnableVersion>>>

const fewestCommon = 2

/** Failure of the embedding model of the other version. */
class RivalBroken extends Error {}

/**
 * Compares a new version with the promoted version, unless the promoted one cannot run. It is broken if its embedding model is retired, lacks the
 * runtime, or fails on the test labels.
 */
export async function contestWithPromoted(work: VersionWork, rival: Rival, contender: Contender) {
  if (!(await isRunnable(work, rival))) return { contest: null, isBroken: true }
  try {
    return { contest: await contestWith(work, rival, contender), isBroken: false }
  } catch (error) {
    if (!(error instanceof RivalBroken)) throw error
    return { contest: null, isBroken: true }
  }
}

/** Whether runs can use a version: it needs no embedding model, or one that is not retired, on a server with the ONNX runtime. */
async function isRunnable({ db }: Pick<VersionWork, 'db'>, { embedding_model_id: id }: Rival): Promise<boolean> {
  if (id === null) return true
  const model = await db.selectFrom('ai_uploaded_model').select('state').where('id', '=', id).executeTakeFirst()
  return model?.state === 'ready' && (await runtimeFault()) === null
}

/**
 * Compares a new version with the promoted version on the same test labels, restricted to classes that both learnt. A label that was merged counts
 * as the label that it was merged into, so that several classes of a version can share a place.
 * @returns null when the versions are not comparable: different grouping units, too few shared classes, or no test labels
 * @throws RivalBroken when the embedding model of the other version fails
 */
// Long: the steps of one comparison.
async function contestWith(
  work: VersionWork,
  rival: Rival,
  { projectId, unit, classes: learnt, vectors, set, rows: all, tested, seed }: Contender
): Promise<{ comparison: Comparison; isBetter: boolean } | null> {
  const learntBefore = (JSON.parse(rival.classes) as StoredClasses).learnt.map(({ labelId }) => labelId)
  const current = await currentLabels(work.db, projectId, [...learnt, ...learntBefore])
  const [classes = [], theirs = []] = [learnt, learntBefore].map(ids => ids.map(id => current.get(id) ?? id))
  const common = [...new Set(classes)].filter(labelId => theirs.includes(labelId))
  const placeOf = new Map(common.map((labelId, place) => [labelId, place]))
  const placed = (index: number) => placeOf.get(classes[index] ?? '') ?? -1
  const rows = tested.filter(({ label }) => placed(label) >= 0)
  if (rival.unit !== unit || common.length < fewestCommon || rows.length === 0) return null
  const stored = await work.db
    .selectFrom('ai_model_version')
    .select(['bytes', 'sha256'])
    .where('id', '=', rival.id)
    .executeTakeFirstOrThrow()
  const loaded = {
    ...{ key: stored.sha256, bytes: new Uint8Array(stored.bytes) },
    ...{ featureSet: rival.feature_set, embeddingModelId: rival.embedding_model_id }
  }
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
    const isSame = version.featureSet === set
    const size = columnsOf(version.featureSet) * Float16Array.BYTES_PER_ELEMENT
    const chosen = new Uint8Array(rows.length * size)
    const placed = rows.map(({ row }, index) => ({ row, index, mediaId: all[row]?.media_id ?? '', shape: all[row]?.shape ?? '' }))
    for (const [mediaId, of] of Map.groupBy(placed, each => each.mediaId)) {
      const shapes = of.map(({ shape }) => shape)
      const made = isSame
        ? null
        : await vectorsForVersion(work, version, mediaId, shapes).catch(error => refuse(version, error, work.signal))
      for (const [place, { row, index }] of of.entries())
        chosen.set(made ? made.subarray(place * size, (place + 1) * size) : vectors.subarray(row * size, (row + 1) * size), index * size)
    }
    return chosen
  }
}

/** @throws RivalBroken for a fault of the embedding model of a version @throws the error otherwise */
function refuse({ embeddingModelId }: LoadedVersion, error: unknown, signal: AbortSignal): never {
  const isBroken = embeddingModelId !== null && !signal.aborted && (error instanceof HopelessJob || modelFault(error) !== null)
  throw isBroken ? new RivalBroken((error as Error).message) : error
}
