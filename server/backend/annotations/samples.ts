import { sql } from 'kysely'
import type { Sample, SamplePlan } from '../../../shared/contracts/sampling.ts'
import { checkPlan, pointsOfPlan } from '../../../shared/sampling/points-of-plan.ts'
import { timestamp } from '../../lib/clock.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { EditProject, Transaction } from '../projects/edit-project.ts'
import type { AccountSight, Blind, Scope, Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { operateIn } from './operations.ts'
import { unreviewed } from './review/review-after.ts'
import { isOthersWork } from './rounds/blind.ts'

interface Image {
  id: string
  width: number
  height: number
}

/** Points for percent cover: drawn once per image, by a plan and a seed that are kept, and named like every other annotation. */
// Long: the queries of one noun.
export function sampleRepository(db: Database, editProject: EditProject) {
  async function find(sampleId: string): Promise<{ id: string; project_id: string; media_id: string } | undefined> {
    return db.selectFrom('sample').select(['id', 'project_id', 'media_id']).where('id', '=', sampleId).executeTakeFirst()
  }

  /** The session that an image belongs to, of those in which a member works blind. */
  async function roundOf(mediaId: string, { rounds }: Blind): Promise<string | null> {
    const row = await db
      .selectFrom('annotation_session_media')
      .select('session_id')
      .where('media_id', '=', mediaId)
      .where(
        'session_id',
        'in',
        rounds.map(({ id }) => id)
      )
      .orderBy('session_id')
      .limit(1)
      .executeTakeFirst()
    return row?.session_id ?? null
  }

  /**
   * Gives a blind member, the first time, unnamed copies of the points of an image's sample: what others say of the points themselves is
   * hidden, and names given at the same time do not meet.
   */
  async function takeOwnPoints(mediaId: string, blind: Blind): Promise<void> {
    const { accountId } = blind
    const roundId = await roundOf(mediaId, blind)
    if (roundId === null) return
    const missing = () =>
      db
        .selectFrom('sample_point')
        .innerJoin('sample', 'sample.id', 'sample_point.sample_id')
        .innerJoin('annotation', 'annotation.id', 'sample_point.annotation_id')
        .leftJoin('annotation_session_point as copy', join =>
          join
            .onRef('copy.point_id', '=', 'sample_point.annotation_id')
            .on('copy.session_id', '=', roundId)
            .on('copy.account_id', '=', accountId)
        )
        .select(['annotation.id', 'annotation.shape', 'annotation.project_id'])
        .where('sample.media_id', '=', mediaId)
        .where('annotation.removed_at', 'is', null)
        .where('copy.annotation_id', 'is', null)
        .orderBy('sample_point.position')
    if ((await missing().execute()).length > 0) {
      await db.transaction().execute(async transaction => {
        const at = timestamp()
        await transaction
          .updateTable('media')
          .set(eb => ({ annotation_count: eb.ref('annotation_count') }))
          .where('id', '=', mediaId)
          .execute()
        const points = await transaction.executeQuery(missing()).then(({ rows }) => rows)
        for (let from = 0; from < points.length; from += 200) {
          const batch = points.slice(from, from + 200).map(point => ({ copy: newId(), ...point }))
          await transaction
            .insertInto('annotation')
            .values(
              batch.map(point => ({
                ...newPoint({ id: point.copy, projectId: point.project_id, mediaId, accountId, at }),
                shape: point.shape
              }))
            )
            .execute()
          await transaction
            .insertInto('annotation_session_point')
            .values(batch.map(({ id, copy }) => ({ annotation_id: copy, session_id: roundId, account_id: accountId, point_id: id })))
            .execute()
        }
        await transaction
          .updateTable('media')
          .set(eb => ({ annotation_count: eb('annotation_count', '+', points.length) }))
          .where('id', '=', mediaId)
          .execute()
      })
    }
  }

  /** Copies that a blind member has, by the point that they are of; null where the points are everybody's. */
  async function ownPoints(mediaId: string, blind: Blind): Promise<Map<string, string> | null> {
    const { accountId } = blind
    const roundId = await roundOf(mediaId, blind)
    if (roundId === null) return null
    const copies = await db
      .selectFrom('annotation_session_point')
      .innerJoin('sample_point', 'sample_point.annotation_id', 'annotation_session_point.point_id')
      .innerJoin('sample', 'sample.id', 'sample_point.sample_id')
      .select(['annotation_session_point.annotation_id', 'annotation_session_point.point_id'])
      .where('sample.media_id', '=', mediaId)
      .where('annotation_session_point.session_id', '=', roundId)
      .where('annotation_session_point.account_id', '=', accountId)
      .execute()
    return new Map(copies.map(row => [row.point_id, row.annotation_id]))
  }

  /** Where a blind member has no own points yet, a sample has none. */
  async function ofMedia(sight: Sight, mediaId: string): Promise<Sample[]> {
    const { blind } = sight
    const copies = blind && (await ownPoints(mediaId, blind))
    const samples = await db
      .selectFrom('sample')
      .leftJoin('account', 'account.id', 'sample.created_by')
      .selectAll('sample')
      .select(({ fn }) => fn.coalesce('account.name', 'account.email').as('created_by_name'))
      .where('media_id', '=', mediaId)
      .execute()
    return Promise.all(
      samples.map(async sample => {
        const { created_by: accountId, created_at: at } = sample
        const isAnonymous = await isOthersWork(db, sight, { mediaId, accountId, at })
        const points = await db
          .selectFrom('sample_point')
          .select('annotation_id')
          .where('sample_id', '=', sample.id)
          .orderBy('position')
          .execute()
        return {
          id: sample.id,
          mediaId: sample.media_id,
          plan: JSON.parse(sample.plan) as Sample['plan'],
          points: points.flatMap(({ annotation_id: id }) => (copies ? (copies.get(id) ?? []) : id)),
          createdBy: isAnonymous ? null : sample.created_by_name,
          createdAt: sample.created_at
        }
      })
    )
  }

  return {
    find,
    ofMedia,
    takeOwnPoints,

    /**
     * Draws points on every image that has none. All of them or nothing is written.
     * @returns the images that have points now and had none
     * @throws InvalidRequest when the plan fits to no image
     */
    async draw(scope: Scope, mediaIds: string[], plan: SamplePlan) {
      const { projectId, accountId } = scope
      const left: { mediaId: string; reason: string }[] = []
      const drawn: string[] = []
      await editProject(scope, async ({ transaction, tell }) => {
        const images = await imagesOf(transaction, projectId, mediaIds)
        for (const mediaId of mediaIds) {
          const image = images.get(mediaId)
          if (!image) left.push({ mediaId, reason: 'The image is not in this project' })
          else if (image.hasSample) left.push({ mediaId, reason: 'The image has its points already' })
          else {
            await drawOn(transaction, { projectId, accountId, plan }, image, placed(plan, image))
            drawn.push(mediaId)
            tell({ type: 'changed', noun: 'annotations', projectId, mediaId, by: accountId })
          }
        }
      })
      return { drawn, left }
    },

    /** Takes the points away; as annotations they stay in the history. */
    async remove(scope: AccountSight, sample: { id: string }): Promise<void> {
      await editProject(scope, async edit => {
        const points = await edit.transaction
          .selectFrom('sample_point')
          .innerJoin('annotation', 'annotation.id', 'sample_point.annotation_id')
          .select(['annotation.id', 'annotation.revision'])
          .where('sample_id', '=', sample.id)
          .where('annotation.removed_at', 'is', null)
          .execute()
        await operateIn(
          edit,
          scope,
          points.map(({ id, revision }) => ({ id: newId(), kind: 'remove', annotationId: id, revision }))
        )
        await edit.transaction.deleteFrom('sample').where('id', '=', sample.id).execute()
        edit.tell({ type: 'changed', noun: 'annotations', projectId: scope.projectId })
      })
    }
  }
}

/**
 * Draws points on those of some images that have none and that the plan fits.
 * @returns their ids
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

/** @throws InvalidRequest when a plan would fit to no image, however large */
export const requirePlan = (plan: SamplePlan): void => inWords(() => checkPlan(plan))

async function imagesOf(
  transaction: Transaction,
  projectId: string,
  mediaIds: string[]
): Promise<Map<string, Image & { hasSample: boolean }>> {
  const asked = jsonItems(
    transaction,
    mediaIds.map(id => ({ id }))
  )
  const rows = await transaction
    .selectFrom('media')
    .leftJoin('sample', 'sample.media_id', 'media.id')
    .select(['media.id', 'media.width', 'media.height', 'sample.id as sample_id'])
    .where('media.project_id', '=', projectId)
    .where('media.removed_at', 'is', null)
    .where('media.id', 'in', sql<string>`(select item.value ->> 'id' from ${asked})`)
    .execute()
  return new Map(rows.map(row => [row.id, { ...row, hasSample: row.sample_id !== null }]))
}

interface Drawing {
  projectId: string
  accountId: string
  plan: SamplePlan
}

async function drawOn(
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

/** A point that nobody has named, without its shape. */
const newPoint = (point: { id: string; projectId: string; mediaId: string; accountId: string; at: string }) => ({
  id: point.id,
  project_id: point.projectId,
  media_id: point.mediaId,
  shape_kind: 'point' as const,
  area: 0,
  label_id: null,
  confidence: null,
  attributes: '{}',
  ...unreviewed,
  source: 'human' as const,
  annotator: null,
  created_by: point.accountId,
  created_at: point.at,
  modified_by: point.accountId,
  modified_at: point.at,
  revision: 1,
  operation_id: newId(),
  operation_kind: 'create' as const,
  removed_at: null
})

/** @throws InvalidRequest with the reason in words */
const placed = (plan: SamplePlan, image: Image) => inWords(() => pointsOfPlan(plan, image))

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
