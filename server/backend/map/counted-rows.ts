import type { Sight } from '../projects/scope.ts'
import { countedAnnotations } from '../results/counted.ts'
import type { Database } from '../storage/database.ts'
import type { Columns } from './columns.ts'
import { machineFlag, reviewStates } from './derived-places.ts'
import type { CurrentColumns } from './kept-columns.ts'
import { type Mask, maskOf } from './masks.ts'
import { rowsOfIds } from './matching.ts'
import { placeKinds } from './tables.ts'

/** Rows that count for a viewer, with the labels of all rows. `rows` is a mask with 1 for each counted row. */
export interface CountedRows {
  rows: Mask
  /** One-based index into `labelIds` for each row; 0 without a label. */
  labels: Uint32Array
  labelIds: readonly string[]
}

/**
 * Returns the annotations that the Results page counts for a viewer. Rejected annotations and sample points never count. Suggestions count only on
 * request. Matched annotations of a round count as one individual, with its consensus label and the position of its representative annotation. Only
 * projects with rounds or samples need SQL for this.
 */
export async function countedRows(
  db: Database,
  sight: Sight,
  { columns, memo }: CurrentColumns,
  includeUnreviewed: boolean
): Promise<CountedRows> {
  const special = await specialCases(db, sight.projectId)
  const key = `counted ${includeUnreviewed} ${special}`
  if (special !== 'rounds') {
    const known = memo.get(key) as CountedRows | undefined
    if (known) return known
  }
  const counted =
    special === 'none'
      ? { ...columns, rows: rowsByFlags(columns, includeUnreviewed) }
      : await rowsByResults(db, sight, columns, includeUnreviewed)
  if (special !== 'rounds') memo.set(key, counted)
  return counted
}

/**
 * Returns the special case that applies to a project: rounds, else sample points, else none. With rounds, the counted rows depend on the viewer and
 * the time.
 */
async function specialCases(db: Database, projectId: string): Promise<'rounds' | 'samples' | 'none'> {
  const round = await db.selectFrom('annotation_session').select('id').where('project_id', '=', projectId).limit(1).executeTakeFirst()
  if (round) return 'rounds'
  const sample = await db.selectFrom('sample').select('id').where('project_id', '=', projectId).limit(1).executeTakeFirst()
  return sample ? 'samples' : 'none'
}

function rowsByFlags(columns: Columns, includeUnreviewed: boolean): Mask {
  const [confirmed, rejected] = [reviewStates.indexOf('confirmed'), reviewStates.indexOf('rejected')]
  const counts = Uint8Array.from({ length: 8 }, (_, flags) => {
    const state = flags & 3
    if (state === rejected) return 0
    return includeUnreviewed || (flags & machineFlag) === 0 || state === confirmed ? 1 : 0
  })
  const rows = maskOf(columns.count)
  for (let row = 0; row < rows.length; row++) rows[row] = columns.kinds[row] === placeKinds.annotation ? counts[columns.flags[row]!]! : 0
  return rows
}

async function rowsByResults(db: Database, sight: Sight, columns: Columns, includeUnreviewed: boolean): Promise<CountedRows> {
  const counted = await countedAnnotations(db, sight, { includeUnreviewed })
  const ids = await db
    .selectFrom('place')
    .innerJoin('annotation', 'annotation.id', 'place.subject_id')
    .where('place.project_id', '=', sight.projectId)
    .where('place.kind', '=', placeKinds.annotation)
    .where('place.removed', '=', 0)
    .where(counted.condition)
    .select(['place.id', 'annotation.id as annotationId'])
    .execute()
  const rows = rowsOfIds(
    columns,
    ids.map(({ id }) => id)
  )
  if (counted.renamed.length === 0) return { ...columns, rows }
  const renamed = new Map(counted.renamed.map(({ id, labelId }) => [id, labelId]))
  const named = counted.renamed.flatMap(({ labelId }) => labelId ?? [])
  const labelIds = [...new Set([...columns.labelIds, ...named])]
  const numberOf = new Map(labelIds.map((id, index) => [id, index + 1]))
  const labelOf = new Map(
    ids.flatMap(({ id, annotationId }) => {
      const labelId = renamed.get(annotationId)
      return labelId === undefined ? [] : [[id, labelId] as const]
    })
  )
  const labels = columns.labels.slice()
  for (let row = 0; row < labels.length; row++) {
    const labelId = labelOf.get(columns.ids[row]!)
    if (labelId !== undefined) labels[row] = labelId === null ? 0 : (numberOf.get(labelId) ?? 0)
  }
  return { rows, labels, labelIds }
}
