import type { JobContext } from '../jobs/queue.ts'
import { excludeEdits } from '../projects/edit-project.ts'
import type { Database } from '../storage/database.ts'

/** Runs a transaction that commits only while this try still holds its job. @throws JobLost */
export const held = <T>({ hold }: Pick<JobContext, 'hold'>, db: Database, work: (transaction: Database) => Promise<T>): Promise<T> =>
  db.transaction().execute(async transaction => {
    await hold(transaction)
    return work(transaction)
  })

/**
 * Runs a transaction as `held` while no edit of the project is under way. Suggestions and decisions change the same counts of several runs, in
 * another order, so that they would wait for each other.
 * @throws JobLost
 */
export const heldBetweenEdits = <T>(
  { hold }: Pick<JobContext, 'hold'>,
  db: Database,
  projectId: string,
  work: (transaction: Database) => Promise<T>
): Promise<T> =>
  db.transaction().execute(async transaction => {
    await excludeEdits(transaction, projectId)
    await hold(transaction)
    return work(transaction)
  })
