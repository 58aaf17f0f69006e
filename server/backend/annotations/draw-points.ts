import { sql } from 'kysely'
import type { SamplePlan } from '../../../shared/contracts/sampling.ts'
import { checkPlan, pointsOfPlan } from '../../../shared/sampling/points-of-plan.ts'
import { timestamp } from '../../lib/clock.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Transaction } from '../projects/edit-project.ts'
import { jsonItems } from '../storage/json-items.ts'
import { newPoint } from './new-point.ts'

interface Image {
  id: string
  width: number
  height: number
}

/**
 * Draws sample points on the given images, except those that already have points or that the plan does not fit.
 * @returns ids of the images with new points
 */
export async function drawWhereItFits(
  transaction: Transaction,
  { projectId, accountId, plan }: Drawing,
  mediaIds: string[]
): Promise<string[]> {
  const drawn: string[] = []
  for (const image of (await imagesOf(transaction, projectId, mediaIds)).values()) {
    const points = image.hasSample ? null : pointsWithin(plan, image)
    if (!points) continue
    await drawOn(transaction, { projectId, accountId, plan }, image, points)
    drawn.push(image.id)
  }
  return drawn
}

/** Checks a sample plan. @throws InvalidRequest if it would not fit any image, however large */
export const requirePlan = (plan: SamplePlan): void => inWords(() => checkPlan(plan))

/** Reads the images of a project by id. Removed images are left out. */
export async function imagesOf(
  transaction: Transaction,
  projectId: string,
  mediaIds: string[]
): Promise<Map<string, Image & { hasSample: boolean }>> {
  const wanted = jsonItems(
    transaction,
    mediaIds.map(id => ({ id }))
  )
  const rows = await transaction
    .selectFrom('media')
    .leftJoin('sample', 'sample.media_id', 'media.id')
    .select(['media.id', 'media.width', 'media.height', 'sample.id as sample_id'])
    .where('media.project_id', '=', projectId)
    .where('media.removed_at', 'is', null)
    .where('media.id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
    .execute()
  return new Map(rows.map(row => [row.id, { ...row, hasSample: row.sample_id !== null }]))
}

interface Drawing {
  projectId: string
  accountId: string
  plan: SamplePlan
}

/** Stores the sample points of one image as unlabelled annotations. */
export async function drawOn(
  transaction: Transaction,
  { projectId, accountId, plan }: Drawing,
  image: Image,
  places: { x: number; y: number }[]
): Promise<void> {
  const at = timestamp()
  const sampleId = newId()
  const points = places.map((point, position) => ({ id: newId(), position, ...point }))
  await transaction
    .insertInto('sample')
    .values({ id: sampleId, project_id: projectId, media_id: image.id, plan: JSON.stringify(plan), created_by: accountId, created_at: at })
    .execute()
  for (let from = 0; from < points.length; from += 200) {
    const batch = points.slice(from, from + 200)
    await transaction
      .insertInto('annotation')
      .values(
        batch.map(({ id, x, y }) => ({
          ...newPoint({ id, projectId, mediaId: image.id, accountId, at }),
          shape: JSON.stringify({ kind: 'point', x, y })
        }))
      )
      .execute()
    await transaction
      .insertInto('sample_point')
      .values(batch.map(({ id, position }) => ({ annotation_id: id, sample_id: sampleId, position })))
      .execute()
  }
  await transaction
    .updateTable('media')
    .set(eb => ({ annotation_count: eb('annotation_count', '+', points.length) }))
    .where('id', '=', image.id)
    .execute()
}

/** Positions of the points of a plan on an image. @throws InvalidRequest if the plan does not fit */
export const placed = (plan: SamplePlan, image: Image) => inWords(() => pointsOfPlan(plan, image))

function pointsWithin(plan: SamplePlan, image: Image): { x: number; y: number }[] | null {
  try {
    return pointsOfPlan(plan, image)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function inWords<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError) throw new InvalidRequest([{ path: '/plan', message: `does not fit: ${error.message}` }])
    throw error
  }
}
