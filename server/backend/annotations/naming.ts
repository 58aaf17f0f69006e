import type { Selectable } from 'kysely'
import type { Annotation, AnnotationVersion } from '../../../shared/contracts/annotations.ts'
import type { Transaction } from '../projects/edit-project.ts'
import type { Database } from '../storage/database.ts'
import type { AnnotationState } from './rows.ts'
import type { AnnotationTable } from './tables.ts'

/** Label of an annotation in one revision. */
export interface NamedRevision {
  revision: number
  kind: AnnotationVersion['kind']
  /** Author of the revision. */
  accountId: string | null
  at: string
  labelId: string | null
}

/** Columns that record who gave an annotation its current label. `named_by` is null if the author gave the label. */
export type Naming = Pick<Selectable<AnnotationTable>, 'named_by' | 'named_at' | 'source' | 'is_from_machine'>

/**
 * Returns the revision that gave an annotation a label, which is the first revision with the label. Null if no revision has the label. A label
 * restored by an undo therefore keeps its original revision. If a catalog change replaced the label, the result is the revision that gave the
 * former label.
 * @param history oldest revision first
 */
export function givingOf(history: readonly NamedRevision[], labelId: string | null): NamedRevision | null {
  const first = history.findIndex(revision => revision.labelId === labelId)
  const giving = history[first]
  if (giving?.kind !== 'relabel' || first === 0) return giving ?? null
  const before = history.slice(0, first)
  return givingOf(before, before.at(-1)?.labelId ?? null)
}

/**
 * Naming columns of an annotation whose label was given in the revision `giving`. A machine's annotation that a person relabels is
 * attributed to the person.
 */
export function namingBy(
  { source, is_from_machine }: Pick<Naming, 'source' | 'is_from_machine'>,
  giving: Pick<NamedRevision, 'revision' | 'accountId' | 'at'>
): Naming {
  const isFromMachine = is_from_machine === 1 || source === 'machine'
  const maker: Annotation['source'] = isFromMachine ? 'machine' : 'human'
  if (giving.revision === 1) return { named_by: null, named_at: null, source: maker, is_from_machine: 0 }
  return { named_by: giving.accountId, named_at: giving.at, source: 'human', is_from_machine: isFromMachine ? 1 : 0 }
}

type Row = Selectable<AnnotationTable>

const mostIds = 500

/** Derives the new naming columns of relabelled annotations from their histories, by annotation id. */
export async function namings(
  transaction: Transaction,
  renamed: readonly { before: Row; labelId: string | null }[],
  { accountId, at }: { accountId: string | null; at: string }
): Promise<Map<string, Naming>> {
  const histories = await historiesOf(
    transaction,
    renamed.map(({ before }) => before)
  )
  return new Map(
    renamed.map(({ before, labelId }) => {
      const giving = givingOf(histories.get(before.id) ?? [], labelId)
      return [before.id, namingBy(before, giving ?? { revision: before.revision + 1, accountId, at })]
    })
  )
}

/** Revisions of annotations by annotation id, oldest first, including the current one. */
export async function historiesOf(db: Database, rows: readonly Row[]): Promise<Map<string, NamedRevision[]>> {
  const histories = new Map<string, NamedRevision[]>()
  const edited = rows.filter(({ revision }) => revision > 1)
  for (let from = 0; from < edited.length; from += mostIds) {
    const ids = edited.slice(from, from + mostIds).map(({ id }) => id)
    const versions = await db
      .selectFrom('annotation_version')
      .selectAll()
      .where('annotation_id', 'in', ids)
      .orderBy('annotation_id')
      .orderBy('revision')
      .execute()
    for (const { annotation_id: id, revision, operation_kind: kind, account_id: accountId, at, state } of versions) {
      const { labelId } = JSON.parse(state) as AnnotationState
      histories.set(id, [...(histories.get(id) ?? []), { revision, kind, accountId, at, labelId }])
    }
  }
  for (const { id, revision, operation_kind: kind, modified_by: accountId, modified_at: at, label_id: labelId } of rows)
    histories.set(id, [...(histories.get(id) ?? []), { revision, kind, accountId, at, labelId }])
  return histories
}
