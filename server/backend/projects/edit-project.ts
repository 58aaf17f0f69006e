import type { Transaction as AnyTransaction } from 'kysely'
import type { ServerEvent } from '../../../shared/contracts/events.ts'
import { timestamp } from '../../lib/clock.ts'
import type { EventBus } from '../events/bus.ts'
import type { Database } from '../storage/database.ts'
import type { Tables } from '../storage/tables.ts'

declare const locked: unique symbol

/** Transaction that holds the lock of a project. Its type accepts neither a plain connection nor another transaction. */
export type Transaction = AnyTransaction<Tables> & { readonly [locked]: true }

/** One edit of a project. It excludes all other edits of the project. */
export interface ProjectEdit {
  transaction: Transaction
  /** Time of the edit, RFC 3339. It is taken after the lock, so that the edits of a project have ascending times. */
  at: string
  /** Collects an event, which is published after the commit. A failed edit publishes none. */
  publish(event: ServerEvent): void
}

export type EditProject = ReturnType<typeof projectEdits>

/** Runs edits of projects, each in one transaction. */
export function projectEdits(db: Database, events: Pick<EventBus, 'publish'>) {
  return async <T>({ projectId }: { projectId: string }, work: (edit: ProjectEdit) => Promise<T>): Promise<T> => {
    const collected: ServerEvent[] = []
    const done = await db.transaction().execute(async transaction => {
      const lock = await lockProject(transaction, projectId)
      return work({ ...lock, publish: event => collected.push(event) })
    })
    for (const event of collected) events.publish(event)
    return done
  }
}

/** Locks a project for an edit, in a transaction that has to read something first. */
export async function lockProject(
  transaction: AnyTransaction<Tables>,
  projectId: string
): Promise<Pick<ProjectEdit, 'transaction' | 'at'>> {
  await transaction.updateTable('project').set({ modified_at: timestamp() }).where('id', '=', projectId).execute()
  return { transaction: transaction as Transaction, at: timestamp() }
}
