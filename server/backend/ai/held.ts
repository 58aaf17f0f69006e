import type { JobContext } from '../jobs/queue.ts'
import type { Database } from '../storage/database.ts'

/** Runs a transaction that commits only while this try still holds its job. @throws JobLost */
export const held = <T>({ hold }: Pick<JobContext, 'hold'>, db: Database, work: (transaction: Database) => Promise<T>): Promise<T> =>
  db.transaction().execute(async transaction => {
    await hold(transaction)
    return work(transaction)
  })
