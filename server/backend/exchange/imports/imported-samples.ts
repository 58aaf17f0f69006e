import { sql } from 'kysely'
import { newId } from '../../../lib/ids.ts'
import type { Transaction } from '../../projects/edit-project.ts'
import { jsonItems } from '../../storage/json-items.ts'

interface Bringing {
  projectId: string
  accountId: string
  /** Name of the imported file. */
  fileName: string
  /** RFC 3339. */
  at: string
}

/** Sample point stored as an annotation. */
export interface WrittenPoint {
  annotationId: string
  mediaId: string
  /** Index among the points of the image, from 0. */
  position: number
}

/** Creates samples from imported points, on images that have none. */
export async function importedSamples(transaction: Transaction, { projectId, accountId, fileName, at }: Bringing) {
  const sampled = await transaction.selectFrom('sample').select('media_id').where('project_id', '=', projectId).execute()
  const before = new Set(sampled.map(row => row.media_id))
  const own = new Map<string, string>()
  const plan = JSON.stringify({ method: 'imported', fileName })

  return {
    /** True when the image received sample points after the file was checked. */
    isTaken: (mediaId: string): boolean => before.has(mediaId),

    async write(points: readonly WrittenPoint[]): Promise<void> {
      if (points.length === 0) return
      const fresh = [...new Set(points.map(({ mediaId }) => mediaId))].filter(mediaId => !own.has(mediaId))
      for (const mediaId of fresh) own.set(mediaId, newId())
      if (fresh.length > 0)
        await transaction
          .insertInto('sample')
          .values(
            fresh.map(mediaId => ({
              ...{ id: own.get(mediaId) ?? '', project_id: projectId, media_id: mediaId },
              ...{ plan, created_by: accountId, created_at: at }
            }))
          )
          .execute()
      const items = jsonItems(
        transaction,
        points.map(({ annotationId: id, mediaId, position }) => ({ id, sample: own.get(mediaId), position }))
      )
      await sql`
        insert into sample_point (annotation_id, sample_id, position)
        select item.value ->> 'id', item.value ->> 'sample', cast(item.value ->> 'position' as integer) from ${items}`.execute(transaction)
    }
  }
}
