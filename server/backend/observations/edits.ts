import type { ObservationDraft, ObservationEdit } from '../../../shared/contracts/observations.ts'
import { InvalidRequest, NotFound, StaleRevision } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject, Transaction } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { checkObservation } from './checks.ts'
import { ObservationIdTaken, ObservationRemoved, ObservationTwin } from './errors.ts'
import { hasObservedTwin } from './follow-records.ts'
import { emptyFields, fieldColumns, type ObservationRow, toFields } from './rows.ts'
import type { ChangeKind } from './tables.ts'

/** Edits of observations. Every edit of an existing observation stores its previous state. */
// Long: the edits of one noun.
export function observationEdits(editProject: EditProject) {
  const edit = <T>(scope: Scope, work: (transaction: Transaction, at: string) => Promise<T>) =>
    editProject(scope, ({ transaction, at, publish }) => {
      publish({ type: 'changed', noun: 'observations', projectId: scope.projectId })
      return work(transaction, at)
    })

  return {
    /**
     * Adds an observation. Repeating the call with the same id adds nothing.
     * @returns the id, and whether the observation is new
     * @throws InvalidRequest
     * @throws ObservationIdTaken
     */
    create(scope: Scope, { id = newId(), ...draft }: ObservationDraft): Promise<{ id: string; isNew: boolean }> {
      return edit(scope, async (transaction, at) => {
        const held = await transaction.selectFrom('observation').select('project_id').where('id', '=', id).executeTakeFirst()
        const record = await transaction.selectFrom('scraped_record').select('id').where('id', '=', id).executeTakeFirst()
        if (record || (held && held.project_id !== scope.projectId))
          throw new InvalidRequest([{ path: '/id', message: 'is already in use' }])
        if (held) return { id, isNew: false }
        const fields = { ...emptyFields, ...draft }
        await checkObservation(transaction, scope, fields)
        await checkOccurrence(transaction, scope.projectId, fields.occurrenceID, id)
        const made = { project_id: scope.projectId, record_id: null, dataset_id: null }
        const by = { created_by: scope.accountId, created_at: at, modified_by: scope.accountId, modified_at: at }
        await transaction
          .insertInto('observation')
          .values({ id, ...made, ...fieldColumns(fields), ...by, change_kind: 'created', revision: 1, removed_at: null })
          .execute()
        return { id, isNew: true }
      })
    },

    /**
     * Changes an observation.
     * @throws NotFound
     * @throws StaleRevision
     * @throws ObservationRemoved
     * @throws InvalidRequest
     * @throws ObservationIdTaken
     */
    revise(scope: Scope, id: string, { revision, ...change }: ObservationEdit): Promise<void> {
      return edit(scope, async (transaction, at) => {
        const before = await rowOf(transaction, scope, id)
        if (before.removed_at !== null) throw new ObservationRemoved()
        if (before.revision !== revision) throw new StaleRevision(before.revision, revision)
        const fields = { ...toFields(before), ...change }
        await checkObservation(transaction, scope, fields)
        if (change.occurrenceID) await checkOccurrence(transaction, scope.projectId, fields.occurrenceID, id)
        const columns = fieldColumns(fields)
        if (Object.entries(columns).every(([name, value]) => before[name as keyof ObservationRow] === value)) return
        await write(transaction, scope, before, { ...columns, at, kind: 'revised' })
      })
    },

    /** Marks an observation as deleted. @throws NotFound */
    remove(scope: Scope, id: string): Promise<void> {
      return edit(scope, async (transaction, at) => {
        const before = await rowOf(transaction, scope, id)
        if (before.removed_at !== null) return
        await write(transaction, scope, before, { removed_at: at, at, kind: 'removed' })
        const label =
          before.label_id === null
            ? undefined
            : await transaction.selectFrom('label').select('name').where('id', '=', before.label_id).executeTakeFirst()
        // If the observation refers to an annotation, its name could reveal the label to blind members.
        const name = before.annotation_id === null ? (label?.name ?? before.verbatim_identification ?? '') : ''
        const { projectId, accountId: actorId } = scope
        await recordActivity(transaction, { projectId, actorId, event: 'observation.removed', detail: { name } })
      })
    },

    /**
     * Restores a deleted observation.
     * @throws NotFound
     * @throws ObservationIdTaken when another observation now has its `occurrenceID`
     * @throws ObservationTwin when a copy of its outside record from another job has an observation
     */
    restore(scope: Scope, id: string): Promise<void> {
      return edit(scope, async (transaction, at) => {
        const before = await rowOf(transaction, scope, id)
        if (before.removed_at === null) return
        await checkOccurrence(transaction, scope.projectId, before.occurrence_id, id)
        if (before.record_id !== null && (await hasObservedTwin(transaction, before.record_id))) throw new ObservationTwin()
        await write(transaction, scope, before, { removed_at: null, at, kind: 'restored' })
      })
    }
  }
}

/** @throws NotFound */
async function rowOf(transaction: Database, { projectId }: Scope, id: string): Promise<ObservationRow> {
  const row = await transaction
    .selectFrom('observation')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (!row) throw new NotFound('The observation')
  return row
}

/**
 * Checks that no other observation of the project has this `occurrenceID`. Observations from outside records may share it.
 * @throws ObservationIdTaken
 */
async function checkOccurrence(transaction: Database, projectId: string, occurrenceId: string | null, id: string): Promise<void> {
  if (occurrenceId === null) return
  const other = await transaction
    .selectFrom('observation')
    .select('id')
    .where('project_id', '=', projectId)
    .where('occurrence_id', '=', occurrenceId.normalize('NFC').trim())
    .where('id', '<>', id)
    .where('record_id', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (other) throw new ObservationIdTaken(occurrenceId)
}

type Change = Partial<ObservationRow> & { at: string; kind: ChangeKind }

/** Applies a change, and adds the previous state to the history. */
async function write(transaction: Database, { accountId }: Scope, before: ObservationRow, { at, kind, ...columns }: Change): Promise<void> {
  await transaction
    .insertInto('observation_version')
    .values({
      observation_id: before.id,
      revision: before.revision,
      kind: before.change_kind,
      account_id: before.modified_by,
      at: before.modified_at,
      fields: JSON.stringify(toFields(before))
    })
    .execute()
  await transaction
    .updateTable('observation')
    .set({ ...columns, revision: before.revision + 1, modified_by: accountId, modified_at: at, change_kind: kind })
    .where('id', '=', before.id)
    .execute()
}
