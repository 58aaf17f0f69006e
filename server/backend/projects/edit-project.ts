import type { Transaction as AnyTransaction } from 'kysely'
import type { ServerEvent } from '../../../shared/contracts/events.ts'
import { timestamp } from '../../lib/clock.ts'
import type { EventBus } from '../events/bus.ts'
import type { Database } from '../storage/database.ts'
import type { Tables } from '../storage/tables.ts'

declare const locked: unique symbol

/** A transaction that holds the lock of a project. Neither a plain connection nor another transaction fits. */
export type Transaction = AnyTransaction<Tables> & { readonly [locked]: true }

/** One edit of a project. No other edit of the project goes on meanwhile. */
export interface ProjectEdit {
  transaction: Transaction
  /** Time of the edit, RFC 3339, taken behind the lock: edits of a project follow each other in it. */
  at: string
  /** Collects an event. It is published once the edit is on disk, and never when it fails. */
  tell(event: ServerEvent): void
}

export type EditProject = ReturnType<typeof projectEdits>

/** Edits of projects: each is one transaction from beginning to end. */
export function projectEdits(db: Database, events: Pick<EventBus, 'publish'>) {
  return async <T>({ projectId }: { projectId: string }, work: (edit: ProjectEdit) => Promise<T>): Promise<T> => {
    const collected: ServerEvent[] = []
    const done = await db.transaction().execute(async transaction => {
      const lock = await lockProject(transaction, projectId)
      return work({ ...lock, tell: event => collected.push(event) })
    })
    for (const event of collected) events.publish(event)
    return done
  }
}

/** Lets one edit of a project pass at a time, in a transaction that has to read something before. */
export async function lockProject(
  transaction: AnyTransaction<Tables>,
  projectId: string
): Promise<Pick<ProjectEdit, 'transaction' | 'at'>> {
  await transaction.updateTable('project').set({ modified_at: timestamp() }).where('id', '=', projectId).execute()
  return { transaction: transaction as Transaction, at: timestamp() }
}
