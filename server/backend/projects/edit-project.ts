import { PostgresAdapter } from 'kysely'
import type { ServerEvent } from '../../../shared/contracts/events.ts'
import { timestamp } from '../../lib/clock.ts'
import type { EventBus } from '../events/bus.ts'
import type { AnyTransaction, Database } from '../storage/database.ts'
import type { Sight } from './scope.ts'

declare const locked: unique symbol

/** Transaction with a lock on a project. Its type rules out plain connections and other transactions. */
export type Transaction = AnyTransaction & { readonly [locked]: true }

/** Single edit of a project. It excludes all other edits of the same project. */
export interface ProjectEdit {
  transaction: Transaction
  /** Time of the edit (RFC 3339). It is read after locking, so the edits of a project have ascending times. */
  at: string
  /** Queues an event for publication after the commit. A failed edit publishes nothing. */
  publish(event: ServerEvent): void
}

export type EditProject = ReturnType<typeof projectEdits>

/** Returns a function that runs an edit of a project in a transaction with a lock. */
export function projectEdits(db: Database, events: Pick<EventBus, 'publish'>) {
  return async <T>(sight: Sight, work: (edit: ProjectEdit) => Promise<T>): Promise<T> => {
    const collected: ServerEvent[] = []
    const done = await db.transaction().execute(async transaction => {
      const lock = await lockProject(transaction, sight)
      return work({ ...lock, publish: event => collected.push(event) })
    })
    for (const event of collected) events.publish(event)
    return done
  }
}

/**
 * Keeps edits of a project waiting until the transaction ends, without counting as one. Call it before the first change: edits lock the project
 * first too. Rows that refer to the project can still be inserted. SQLite has one writer at a time anyway.
 */
export async function excludeEdits(transaction: AnyTransaction, projectId: string): Promise<void> {
  const project = transaction.selectFrom('project').select('id').where('id', '=', projectId)
  if (transaction.getExecutor().adapter instanceof PostgresAdapter) await project.forNoKeyUpdate().execute()
}

/** Locks a project for an edit. Use it in a transaction that must read something before locking. */
export async function lockProject(transaction: AnyTransaction, { projectId }: Sight): Promise<Pick<ProjectEdit, 'transaction' | 'at'>> {
  await transaction.updateTable('project').set({ modified_at: timestamp() }).where('id', '=', projectId).execute()
  return { transaction: transaction as Transaction, at: timestamp() }
}
