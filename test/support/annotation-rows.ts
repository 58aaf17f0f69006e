import type { Insertable } from 'kysely'
import type { AnnotationTable } from '../../server/backend/annotations/tables.ts'
import type { Database } from '../../server/backend/storage/database.ts'
import { newId } from '../../server/lib/ids.ts'

export type AnnotationRowDraft = Pick<Insertable<AnnotationTable>, 'project_id' | 'media_id'> & Partial<Insertable<AnnotationTable>>

const batchSize = 500
const at = '2026-01-01T00:00:00.000Z'

/** Inserts annotations directly into their table: points proposed by a person, unless given otherwise. For tests of numbers. */
export async function insertAnnotationRows(db: Database, drafts: readonly AnnotationRowDraft[]): Promise<void> {
  for (let from = 0; from < drafts.length; from += batchSize) {
    const rows = drafts.slice(from, from + batchSize).map(
      (draft): Insertable<AnnotationTable> => ({
        id: newId(),
        shape_kind: 'point',
        shape: '{"kind":"point","x":1,"y":1}',
        area: null,
        label_id: null,
        confidence: null,
        attributes: '{}',
        review_state: 'proposed',
        reviewed_by: null,
        reviewed_at: null,
        source: 'human',
        annotator: null,
        created_by: null,
        created_at: at,
        modified_by: null,
        modified_at: at,
        revision: 1,
        operation_id: null,
        operation_kind: 'import',
        removed_at: null,
        ...draft
      })
    )
    await db.insertInto('annotation').values(rows).execute()
  }
}
