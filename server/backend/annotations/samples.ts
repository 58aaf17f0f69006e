import type { Sample, SamplePlan } from '../../../shared/contracts/sampling.ts'
import { newId } from '../../lib/ids.ts'
import type { EditProject } from '../projects/edit-project.ts'
import type { AccountSight, Scope, Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { drawOn, imagesOf, placed } from './draw-points.ts'
import { operateIn } from './operations.ts'
import { ownPoints } from './own-points.ts'
import { isOthersWork } from './rounds/blind.ts'
import { removePoints, requireNoRunningCopies } from './rounds/points.ts'

/** Sample points for percent cover. They are drawn once per image from a stored plan and seed, and labelled like other annotations. */
// Long: all queries for one resource.
export function sampleRepository(db: Database, editProject: EditProject) {
  async function find(sampleId: string): Promise<{ id: string; project_id: string; media_id: string } | undefined> {
    return db.selectFrom('sample').select(['id', 'project_id', 'media_id']).where('id', '=', sampleId).executeTakeFirst()
  }

  /** Reads the samples of an image. For a blind member who has no copies of the points yet, the samples contain no points. */
  async function ofMedia(sight: Sight, mediaId: string): Promise<Sample[]> {
    const { blind } = sight
    const copies = blind && (await ownPoints(db, mediaId, blind))
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

    /**
     * Draws points on those of the given images that have none, in one transaction.
     * @returns images with new points, and images left out, each with a reason
     * @throws InvalidRequest if the plan does not fit one of the images without points; no image then gets points
     */
    async draw(scope: Scope, mediaIds: string[], plan: SamplePlan) {
      const { projectId, accountId } = scope
      const left: { mediaId: string; reason: string }[] = []
      const drawn: string[] = []
      await editProject(scope, async ({ transaction, publish }) => {
        const images = await imagesOf(transaction, projectId, mediaIds)
        for (const mediaId of mediaIds) {
          const image = images.get(mediaId)
          if (!image) left.push({ mediaId, reason: 'The image is not in this project' })
          else if (image.hasSample) left.push({ mediaId, reason: 'The image already has points' })
          else {
            await drawOn(transaction, { projectId, accountId, plan }, image, placed(plan, image))
            drawn.push(mediaId)
            publish({ type: 'changed', noun: 'annotations', projectId, mediaId, by: accountId })
          }
        }
      })
      return { drawn, left }
    },

    /**
     * Removes a sample with its points and the copies that members of ended rounds labelled. All are kept as removed annotations.
     * @throws SampleInRound
     */
    async remove(scope: AccountSight, sample: { id: string }): Promise<void> {
      await editProject(scope, async edit => {
        const { accountId } = scope
        await requireNoRunningCopies(edit.transaction, sample.id, edit.at)
        await removePoints(edit.transaction, { sampleId: sample.id }, { accountId, at: edit.at })
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
        edit.publish({ type: 'changed', noun: 'annotations', projectId: scope.projectId })
      })
    }
  }
}
