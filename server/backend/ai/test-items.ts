import { sql } from 'kysely'
import type { ModelTestQuery, TestedCrop } from '../../../shared/contracts/ai-models.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { shownTo } from '../annotations/rounds/blind.ts'
import type { FullSight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { testPart } from './groups.ts'

/** Label in the calibration or test split of a version, ready to be stored with its prediction. */
export interface TestItem {
  annotationId: string
  labelId: string
  predictedId: string
  probability: number
  part: number
  group: string
  isUnlike: boolean
}

const rowsAtOnce = 100

export async function storeTestItems(transaction: Database, versionId: string, items: readonly TestItem[]): Promise<void> {
  for (let from = 0; from < items.length; from += rowsAtOnce)
    await transaction
      .insertInto('ai_test_item')
      .values(
        items.slice(from, from + rowsAtOnce).map(item => ({
          ...{ version_id: versionId, annotation_id: item.annotationId, label_id: item.labelId, predicted_id: item.predictedId },
          ...{ probability: item.probability, part: item.part, group_key: item.group },
          is_unlike: item.isUnlike ? (1 as const) : (0 as const)
        }))
      )
      .execute()
}

/**
 * Returns a page of the test labels of a version with their shapes, most certain first. Annotations and images that have been removed since
 * are omitted.
 */
// Long: the columns of one query.
export async function testedCrops(
  db: Database,
  sight: FullSight,
  versionId: string,
  { labelId, predictedId, limit = 60, cursor }: ModelTestQuery
): Promise<{ items: TestedCrop[]; nextCursor: string | null; removedCount: number }> {
  const after = cursor === undefined ? null : readCursor(cursor)
  const cell = () =>
    db
      .selectFrom('ai_test_item')
      .where('ai_test_item.version_id', '=', versionId)
      .where('ai_test_item.part', '=', testPart)
      .$if(labelId !== undefined, query => query.where('ai_test_item.label_id', '=', labelId as string))
      .$if(predictedId !== undefined, query => query.where('ai_test_item.predicted_id', '=', predictedId as string))
  const shown = () =>
    cell()
      .innerJoin('annotation', 'annotation.id', 'ai_test_item.annotation_id')
      .innerJoin('media', 'media.id', 'annotation.media_id')
      .where('annotation.removed_at', 'is', null)
      .where('media.removed_at', 'is', null)
      .where(shownTo(sight))
  const rows = await shown()
    .select(['ai_test_item.annotation_id', 'ai_test_item.label_id', 'ai_test_item.predicted_id', 'ai_test_item.probability'])
    .select(['annotation.revision', 'annotation.shape', 'media.id as media_id', 'media.file_name', 'media.width', 'media.height'])
    .$if(after !== null, query =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('ai_test_item.probability', 'ai_test_item.annotation_id'), '<', tuple(after?.probability ?? 0, after?.id ?? ''))
      )
    )
    .orderBy('ai_test_item.probability', 'desc')
    .orderBy('ai_test_item.annotation_id', 'desc')
    .limit(limit + 1)
    .execute()
  const count = sql<number>`count(*)`.as('count')
  const [all, left] = [await cell().select(count).executeTakeFirst(), await shown().select(count).executeTakeFirst()]
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items: items.map(row => ({
      ...{ annotationId: row.annotation_id, revision: row.revision, mediaId: row.media_id, fileName: row.file_name },
      ...{ mediaWidth: row.width, mediaHeight: row.height, shape: JSON.parse(row.shape ?? '') },
      ...{ labelId: row.label_id, predictedId: row.predicted_id, probability: row.probability }
    })),
    nextCursor: rows.length > limit && last ? `${last.probability} ${last.annotation_id}` : null,
    removedCount: Number(all?.count ?? 0) - Number(left?.count ?? 0)
  }
}

function readCursor(cursor: string): { probability: number; id: string } {
  const [probability = '', id = ''] = cursor.split(' ')
  if (!id || !Number.isFinite(Number(probability))) throw new InvalidRequest([{ path: '/cursor', message: 'belongs to another list' }], 400)
  return { probability: Number(probability), id }
}
