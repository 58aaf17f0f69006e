import { createHash } from 'node:crypto'
import { timestamp } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { HopelessJob } from '../jobs/queue.ts'
import type { Database } from '../storage/database.ts'
import { geometryHash } from './geometry.ts'
import { heldBetweenEdits } from './held.ts'
import { classFinder, indexed, parentsOf } from './label-classes.ts'
import { countClasses, groupFinder, type Labelled, labelledShapes, unitOf } from './labelled.ts'
import { whyTooFew } from './learn-version.ts'
import type { DoubtedRow } from './learning/check.ts'
import { randomFrom, shuffled } from './learning/random.ts'
import { mostLabels } from './most-labels.ts'
import { type ReadingWork, readImages } from './read-images.ts'
import { binOf, rounded, undecided } from './write-suggestions.ts'

const fewestClasses = 2
const rowsAtOnce = 100

/** Label with the class it is counted under. */
type Classed = Labelled & { classId: string; group: string }

/** Annotation similar to one with a doubted label, as stored in JSON. */
export interface StoredNear {
  annotationId: string
  similarity: number
}

/**
 * Checks human labels with models trained on other sites or images, and stores the resulting doubts.
 * @throws HopelessJob when there are too few labels
 */
// Long: the steps of one check.
export async function checkWork(work: ReadingWork, run: { id: string; projectId: string }): Promise<void> {
  const { db, turn, context, sight, features } = work
  const { projectId } = run
  const all = await labelledShapes(db, sight, 'check')
  const seed = createHash('sha256').update(`${projectId} ${run.id}`).digest().readUInt32BE(0)
  const sampled =
    all.length > mostLabels(features)
      ? shuffled(all.length, randomFrom(seed))
          .slice(0, mostLabels(features))
          .sort((one, other) => one - other)
          .flatMap(index => all[index] ?? [])
      : all
  const unit = unitOf(all)
  const groupOf = groupFinder(unit, all)
  const parents = await parentsOf(db, projectId)
  const counted = countClasses(sampled.map(row => ({ labelId: row.label_id, group: groupOf(row), count: 1 })))
  const classOf = classFinder(counted, parents)
  const classed = sampled.flatMap((row): Classed[] => {
    const classId = classOf(row.label_id)
    return classId === null ? [] : [{ ...row, classId, group: groupOf(row) }]
  })
  const classes = [...new Set(classed.map(({ classId }) => classId))]
  if (classes.length < fewestClasses) throw new HopelessJob(whyTooFew({ unit, groupOf, parents }, all, sampled))

  const byImage = Map.groupBy(classed, ({ media_id: id }) => id)
  const read = new Map<string, Uint8Array>()
  const shapesOf = (mediaId: string) => (byImage.get(mediaId) ?? []).map(({ shape }) => shape)
  const { failed } = await readImages(work, run.id, [...byImage.keys()], shapesOf, (mediaId, made) => {
    if (made) read.set(mediaId, made)
  })
  const rows = [...read.keys()].flatMap(mediaId => byImage.get(mediaId) ?? [])
  const vectors = new Uint8Array(rows.length * features.columns * Float16Array.BYTES_PER_ELEMENT)
  let at = 0
  for (const made of read.values()) {
    vectors.set(made, at)
    at += made.length
  }
  const places = new Map(classes.map((classId, place) => [classId, place]))
  const lesson = {
    vectors,
    columns: features.columns,
    labels: Int32Array.from(rows, ({ classId }) => places.get(classId) ?? 0),
    classes: classes.length,
    groups: Int32Array.from(indexed(rows.map(({ group }) => group))),
    seed
  }
  const { method, checkedCount, doubts } = await turn(runTask => runTask('check', lesson))
  const family = `${method}/${features.set}`
  await heldBetweenEdits(context, db, run.projectId, async transaction => {
    const count = await writeDoubts(transaction, { ...run, family }, { rows, classes, doubts })
    const sentence = endSentence({ checkedCount, total: all.length, count, failed })
    await transaction
      .updateTable('ai_run')
      .set({ family, suggestion_count: count, sentence, finished_at: timestamp() })
      .where('id', '=', run.id)
      .execute()
  })
}

/**
 * Replaces the undecided doubts of earlier checks with those of a new check. It skips labels for which a person has rejected a doubt of
 * the same model family. Doubts that were set aside stay set aside, and move to the new check.
 * @returns number of doubts found by the check
 */
// Long: the columns of one doubt.
async function writeDoubts(
  transaction: Database,
  { id: runId, projectId, family }: { id: string; projectId: string; family: string },
  { rows, classes, doubts }: { rows: readonly Classed[]; classes: readonly string[]; doubts: readonly DoubtedRow[] }
): Promise<number> {
  const checks = transaction.selectFrom('ai_run').select('id').where('project_id', '=', projectId).where('task', '=', 'check')
  const kept = await transaction
    .selectFrom('ai_suggestion')
    .select(['annotation_id', 'checked_label_id'])
    .where('run_id', 'in', checks.where('family', '=', family))
    .where('state', '=', 'rejected')
    .execute()
  const isKept = new Set(kept.map(row => keyOf(row.annotation_id, row.checked_label_id)))
  const unsure = await transaction
    .selectFrom('ai_suggestion')
    .selectAll()
    .where('run_id', 'in', checks)
    .where('state', '=', 'unsure')
    .execute()
  const aside = new Map(unsure.map(row => [keyOf(row.annotation_id, row.checked_label_id), row]))
  await transaction.deleteFrom('ai_suggestion').where('run_id', 'in', checks).where('state', 'in', ['waiting', 'unsure', 'gone']).execute()
  const added = doubts.flatMap(({ row, suspicion, best, entropy, near }) => {
    const label = rows[row]
    const [first, second] = best
    const labelId = first && classes[first.place]
    if (!label || !first || !labelId) return []
    const key = keyOf(label.id, label.label_id)
    if (isKept.has(key)) return []
    const setAside = aside.get(key)
    aside.delete(key)
    const alternatives = best.map(({ place, p }) => ({ labelId: classes[place], probability: rounded(p) }))
    const similar = near.flatMap(({ row: other, similarity }): StoredNear[] => {
      const annotationId = rows[other]?.id
      return annotationId ? [{ annotationId, similarity: rounded(similarity) }] : []
    })
    return [
      {
        id: newId(),
        run_id: runId,
        project_id: projectId,
        media_id: label.media_id,
        annotation_id: label.id,
        geometry_hash: geometryHash(label.shape),
        shape: label.shape,
        label_id: labelId,
        probability: rounded(first.p),
        bin: binOf(rounded(first.p)),
        margin: rounded(first.p - (second?.p ?? 0)),
        entropy: rounded(entropy),
        alternatives: JSON.stringify(alternatives),
        is_unlike: 0 as const,
        state: setAside ? ('unsure' as const) : ('waiting' as const),
        ...undecided,
        checked_label_id: label.label_id,
        suspicion: rounded(suspicion),
        near: JSON.stringify(similar)
      }
    ]
  })
  const moved = Array.from(aside.values(), row => ({ ...row, run_id: runId, decision_id: null }))
  for (const some of [added, moved])
    for (let from = 0; from < some.length; from += rowsAtOnce)
      await transaction
        .insertInto('ai_suggestion')
        .values(some.slice(from, from + rowsAtOnce))
        .execute()
  return added.length
}

/** Key of a doubt: an annotation with the doubted label. */
const keyOf = (annotationId: string | null, labelId: string | null) => `${annotationId} ${labelId}`

function endSentence({
  checkedCount,
  total,
  count,
  failed
}: {
  checkedCount: number
  total: number
  count: number
  failed: number
}): string {
  const number = (value: number) => value.toLocaleString('en')
  const checked = checkedCount === total ? `${number(total)} labels checked` : `${number(checkedCount)} of ${number(total)} labels checked`
  const doubted = `${number(count)} ${count === 1 ? 'looks' : 'look'} different from the others`
  const unread = failed === 0 ? '' : `. ${number(failed)} ${failed === 1 ? 'image' : 'images'} could not be read`
  return `${checked}, ${doubted}${unread}`
}
