import type { Test } from 'tap'
import { newId } from '../../server/lib/ids.ts'
import type { Sample } from '../../shared/contracts/sampling.ts'
import type { BackendOptions } from './backend.ts'
import { blindScene } from './blind-session.ts'
import { insertRun } from './suggested.ts'

export const pointsOnImage = 10
/** Images 0–3 are held out from the version, and image 4 trained it. Their points are labelled by the owner. */
export const labelledImages = 5
export const heldOutImages = 4

/**
 * Makes a project of sample points that a version predicted as coral or sand. Probabilities are whole 65,535ths. Even points of labelled images are coral,
 * odd ones sand, and the last one of each is shadow.
 */
// Long: sets up one project.
export async function predictedCover(t: Test, { images = 12, ...options }: BackendOptions & { images?: number } = {}) {
  const base = await blindScene(t, { images, ...options })
  const { owner, project, mediaIds, addLabel, storage, edit } = base
  const { db } = storage
  const [coral, sand, shadow] = [await addLabel('Coral'), await addLabel('Sand'), await addLabel('Shadow')]
  const plan = { method: 'random', count: pointsOnImage, seed: 'a' }
  const pointsByImage = new Map<string, string[]>()
  for (let from = 0; from < images; from += 50) {
    const drawn = await owner.post(`/projects/${project.id}/samples`, { mediaIds: mediaIds.slice(from, from + 50), plan })
    for (const { mediaId, points } of drawn.json<{ samples: Sample[] }>().samples) pointsByImage.set(mediaId, points)
  }
  const pointsOf = (image: number) => pointsByImage.get(mediaIds[image] ?? '') ?? []
  const runId = await insertRun(db, { projectId: project.id, accountId: owner.id })
  const { model_version_id: versionId } = await db
    .selectFrom('ai_run')
    .select('model_version_id')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow()
  const learnt = [coral, sand].map(({ id, name }) => ({ labelId: id, name, labelCount: 5, groupCount: 2 }))
  await db
    .updateTable('ai_model_version')
    .set({ classes: JSON.stringify({ learnt, notLearnt: [] }) })
    .where('id', '=', versionId)
    .execute()

  const labelOf = (place: number) => (place === pointsOnImage - 1 ? shadow : place % 2 === 0 ? coral : sand)
  for (let image = 0; image < labelledImages; image++)
    await edit(
      pointsOf(image).map((annotationId, place) => ({
        ...{ id: newId(), kind: 'revise', annotationId, revision: 1, labelId: labelOf(place).id }
      }))
    )
  /** Probability of coral of a point. */
  const coralAt = (image: number, place: number) => ((image * 7 + place * 13) % 50) / 100 + 0.1
  for (const [image, mediaId] of mediaIds.entries()) {
    const points = pointsOf(image)
    const bytes = Buffer.alloc(points.length * 4)
    for (const place of points.keys()) {
      const p = Math.round(coralAt(image, place) * 65_535)
      bytes.writeUInt16LE(p, place * 4)
      bytes.writeUInt16LE(65_535 - p, place * 4 + 2)
    }
    await db
      .insertInto('ai_cover_prediction')
      .values({
        ...{
          version_id: versionId ?? '',
          media_id: mediaId,
          project_id: project.id,
          run_id: runId,
          predicted_at: '2026-06-04T08:00:00.000Z'
        },
        ...{ point_count: points.length, points_sha256: 'a', is_held_out: image < heldOutImages || image >= labelledImages ? 1 : 0 },
        ...{ annotation_ids: JSON.stringify(points), probabilities: bytes }
      })
      .execute()
  }
  return { ...base, db, coral, sand, shadow, pointsOf, coralAt, runId, versionId: versionId ?? '' }
}
