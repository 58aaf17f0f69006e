import { createHash } from 'node:crypto'
import type { AiReport, AiTask, GroupUnit, ModelClass } from '../../../shared/contracts/ai-models.ts'
import { newId } from '../../lib/ids.ts'
import { HopelessJob, type JobContext } from '../jobs/queue.ts'
import type { FullSight } from '../projects/scope.ts'
import { contestWithPromoted } from './contest.ts'
import { knownParts, type LabelGroup, partsOf, storeParts, testPart } from './groups.ts'
import { classFinder, indexed, type LabelParents, parentsOf } from './label-classes.ts'
import { countClasses, groupFinder, groupKeyOf, type Labelled, labelledShapes, unitOf } from './labelled.ts'
import type { Learnt, Lesson } from './learning/learn.ts'
import { randomFrom, shuffled } from './learning/random.ts'
import { mostLabels } from './most-labels.ts'
import { recordPromotion, runnableVersion } from './promotion.ts'
import { runFeatures } from './run-features.ts'
import type { StoredClasses, StoredFitting } from './stored-model.ts'
import { storeTestItems, type TestItem } from './test-items.ts'
import { tryDictionary } from './try-dictionary.ts'
import { vectorsOfRows } from './vectors-of-rows.ts'
import type { VersionWork } from './version-features.ts'

const fewestClasses = 2
/** Minimum number of training examples for a class to be learnt. */
const fewestTrained = 2

const tooFewLabels =
  'Learning needs at least 2 labels with 5 examples each, in at least 2 images or sites. Label more points or areas, then start again'
const tooFewApart =
  'Learning needs at least 2 labels with 5 examples each, in at least 2 images or sites. Near-duplicate images count as one. Label more points or areas on other images, then start again'

const tooFewDrawn =
  'Fewer than two labels have 5 examples, in at least 2 images or sites, among the labels drawn at random for this run. Start again, or label more points or areas with the rare labels'
const tooFewTrained =
  'Fewer than two labels have 2 examples in the images or sites to learn from. The others are kept for calibration and tests. Label more points or areas on other images, then start again'

/**
 * Returns the message for a run with fewer than two learnable labels. The message gives the first reason that applies. The reasons
 * are too few examples, near-duplicates, the random sample, and the images and sites kept for calibration and tests.
 * @param all labels of the project
 * @param sampled labels of the run
 */
export function whyTooFew(
  { unit, groupOf, parents }: { unit: GroupUnit; groupOf: (label: Labelled) => string; parents: LabelParents },
  all: readonly Labelled[],
  sampled: readonly Labelled[]
): string {
  const hasEnough = (labels: readonly Labelled[], keyOf: (label: Labelled) => string) => {
    const counted = countClasses(labels.map(label => ({ labelId: label.label_id, group: keyOf(label), count: 1 })))
    const classOf = classFinder(counted, parents)
    return new Set(labels.flatMap(label => classOf(label.label_id) ?? [])).size >= fewestClasses
  }
  if (!hasEnough(all, label => groupKeyOf(unit, label))) return tooFewLabels
  if (!hasEnough(all, groupOf)) return tooFewApart
  return hasEnough(sampled, groupOf) ? tooFewTrained : tooFewDrawn
}

interface Learning extends VersionWork {
  context: Pick<JobContext, 'signal' | 'progress' | 'hold'>
  sight: FullSight
}

interface LearningRun {
  id: string
  createdBy: string | null
  task: AiTask
  weights?: 'balanced' | undefined
  features?: 'dictionary' | undefined
  /** Embedding model whose vectors replace the standard features; null for the standard features. */
  embeddingModelId: string | null
}

/**
 * Trains a new version on the labels of a project, stores it and assigns a version to the run. The run uses the new version if it is
 * promoted, or if the promoted version cannot run. Otherwise it uses the promoted version.
 * @returns id of the version that the run uses
 * @throws HopelessJob when there are too few labels
 */
// Long: the steps of one version.
export async function learnVersion(work: Learning, run: LearningRun, appVersion: string): Promise<string> {
  const { db, context, sight, turn, embedders } = work
  const { projectId } = sight
  const features = await runFeatures(work, run.embeddingModelId)
  const all = await labelledShapes(db, sight, run.task)
  const seed = createHash('sha256').update(`${projectId} ${run.id}`).digest().readUInt32BE(0)
  const chosen =
    all.length > mostLabels(features)
      ? shuffled(all.length, randomFrom(seed))
          .slice(0, mostLabels(features))
          .sort((one, other) => one - other)
      : null
  const sampled = chosen ? chosen.flatMap(index => all[index] ?? []) : all
  const unit = unitOf(all)
  const groupOf = groupFinder(unit, all)
  const parents = await parentsOf(db, projectId)
  const known = await knownParts(db, projectId)
  const { rows, learnt, notLearnt, unlearntCount, parts } = withParts(sampled)
  if (learnt.length < fewestClasses) throw new HopelessJob(whyTooFew({ unit, groupOf, parents }, all, sampled))

  const vectors = await vectorsOfRows({ context, features }, rows)
  await embedders.end() // learning takes long and needs the memory
  const places = new Map(learnt.map(({ labelId }, place) => [labelId, place]))
  const images = indexed(rows.map(({ media_id: id }) => id))
  const lesson = {
    vectors,
    columns: features.columns,
    labels: Int32Array.from(rows, ({ classId }) => places.get(classId) ?? 0),
    classes: learnt.length,
    parts: Uint8Array.from(rows, ({ part }) => part),
    groups: Int32Array.from(indexed(rows.map(({ group }) => group))),
    images: Int32Array.from(images),
    seed,
    isBalanced: run.weights === 'balanced'
  }
  const tried = run.features === 'dictionary' ? await tryDictionary(work, rows, lesson) : null
  const { featureSet: set, ...better } = tried?.better ?? { featureSet: features.set }
  const result = await turn(runTask => runTask('learn', { ...lesson, ...better }))
  const tested = heldRows(lesson, result)
  const classes = learnt.map(({ labelId }) => labelId)
  const rival = await runnableVersion(db, projectId, run.task)
  const contender = {
    projectId,
    unit,
    classes,
    vectors,
    set: features.set,
    rows,
    tested: tested.filter(({ row }) => rows[row]?.part === testPart),
    seed
  }
  const { contest, isBroken } = rival ? await contestWithPromoted(work, rival, contender) : { contest: null, isBroken: false }
  await embedders.end()
  const id = newId()
  return db.transaction().execute(async transaction => {
    await context.hold(transaction)
    const last = await transaction
      .selectFrom('ai_model_version')
      .select(({ fn }) => fn.max('number').as('number'))
      .where('project_id', '=', projectId)
      .executeTakeFirst()
    const { counts, temperatures, penalty, shares } = result
    const options = { ...(run.weights && { weights: run.weights }), ...(tried && { dictionary: tried.facts }) }
    const fitting: StoredFitting = { counts, temperatures, penalty, shares, ...options }
    const at = new Date().toISOString()
    await transaction
      .insertInto('ai_model_version')
      .values({
        id,
        project_id: projectId,
        number: (last?.number ?? 0) + 1,
        task: run.task,
        method: result.method,
        unit,
        classes: JSON.stringify({ learnt, notLearnt } satisfies StoredClasses),
        fitting: JSON.stringify(fitting),
        report: result.report && JSON.stringify({ ...result.report, unlearntCount } satisfies AiReport),
        label_count: rows.length,
        group_count: new Set(rows.map(({ group }) => group)).size,
        feature_set: set,
        embedding_model_id: run.embeddingModelId,
        seed,
        snapshot_sha256: snapshotOf(rows),
        sha256: createHash('sha256').update(result.classifier).digest('hex'),
        bytes: Buffer.from(result.classifier),
        app_version: appVersion,
        created_by: run.createdBy,
        created_at: at
      })
      .execute()
    await storeParts(transaction, projectId, { known, parts }, at) // after the version, whose unique number admits only one run at a time
    await storeTestItems(transaction, id, tested.flatMap(itemOf))
    const inUse = await runnableVersion(transaction, projectId, run.task)
    const isSame = inUse?.id === rival?.id // a person may have promoted another version in the meantime
    const isPromoted = isSame && (!rival || contest?.isBetter === true)
    const reason = !isSame || (rival && !contest) ? 'notComparable' : !rival ? 'first' : isPromoted ? 'better' : 'notBetter'
    const comparison = (isSame && contest?.comparison) || null
    const usedId = isPromoted || !inUse || (isSame && isBroken) ? id : inUse.id
    await recordPromotion(transaction, { projectId, task: run.task, versionId: id, isPromoted, reason, comparison, decidedBy: null, at })
    await transaction.updateTable('ai_run').set({ model_version_id: usedId }).where('id', '=', run.id).execute()
    return usedId
  })

  function itemOf({ row, label, predicted, probability, isUnlike }: HeldRow): TestItem[] {
    const of = rows[row]
    const [labelId, predictedId] = [classes[label], classes[predicted]]
    if (!of || labelId === undefined || predictedId === undefined) return []
    return [{ annotationId: of.id, labelId, predictedId, probability, part: of.part, group: of.ownGroup, isUnlike }]
  }

  /** Selects the rows of learnable classes, with their splits. A label with too few examples counts for its nearest learnable ancestor. */
  function withParts(labels: readonly Labelled[]) {
    const grouped = labels.map(label => ({ ...label, group: groupOf(label), ownGroup: groupKeyOf(unit, label) }))
    const parts = partsOf(known, projectId, groupsOf(grouped))
    const counted = countClasses(grouped.map(({ label_id: labelId, group }) => ({ labelId, group, count: 1 })))
    const classOf = classFinder(counted, parents)
    const folded = grouped.flatMap(label => {
      const classId = classOf(label.label_id)
      return classId === null ? [] : [{ ...label, classId, part: parts.get(label.group) ?? 0 }]
    })
    const trained = new Map<string, number>()
    for (const { classId, part } of folded) if (part === 0) trained.set(classId, (trained.get(classId) ?? 0) + 1)
    const isTrained = (labelId: string) => (trained.get(labelId) ?? 0) >= fewestTrained
    const kept = folded.filter(({ classId }) => isTrained(classId))
    const asClass = (each: Omit<ModelClass, 'name'>): ModelClass => ({ ...each, name: parents.get(each.labelId)?.name ?? '' })
    const learntClasses = countClasses(kept.map(({ classId, group }) => ({ labelId: classId, group, count: 1 }))).map(asClass)
    const learntIds = new Set(learntClasses.map(({ labelId }) => labelId))
    const inTest = (some: readonly { group: string }[]) => some.filter(({ group }) => parts.get(group) === testPart).length
    const notLearnt = counted.filter(({ labelId }) => !learntIds.has(labelId)).map(asClass)
    return { rows: kept, learnt: learntClasses, notLearnt, unlearntCount: inTest(grouped) - inTest(kept), parts }
  }
}

interface HeldRow {
  row: number
  label: number
  predicted: number
  probability: number
  unit: number
  isUnlike: boolean
}

/** Returns the rows of the calibration and test splits with their true and predicted classes. */
const heldRows = ({ labels }: Pick<Lesson, 'labels'>, { held }: Pick<Learnt, 'held'>): HeldRow[] =>
  Array.from(held.rows, (row, index) => ({
    ...{ row, label: labels[row] ?? 0, predicted: held.predicted[index] ?? 0, unit: held.units[index] ?? 0 },
    probability: Math.round((held.confidences[index] ?? 0) * 1e5) / 1e5,
    isUnlike: held.isUnlike[index] === 1
  }))

/** Returns the groups with their label counts and the groups that they join, ordered by their first label. */
function groupsOf(labels: readonly { group: string; ownGroup: string }[]): LabelGroup[] {
  return [...Map.groupBy(labels, ({ group }) => group)].map(([key, of]) => ({
    key,
    count: of.length,
    joined: [...new Set(of.map(({ ownGroup }) => ownGroup))]
  }))
}

/** Hashes the labels that a version used, including their revisions. */
function snapshotOf(rows: readonly { id: string; revision: number; label_id: string }[]): string {
  const lines = rows.map(({ id, revision, label_id: labelId }) => `${id}:${revision}:${labelId}`).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}
