import { parentPort, workerData } from 'node:worker_threads'
import { sql } from 'kysely'
import { type DatabasePlace, openForReading } from '../../server/backend/storage/database.ts'
import { interruptible } from '../../server/backend/storage/interruptible.ts'

// Runs in a thread: a query that scans the annotations again and again, and never ends.
const db = openForReading(workerData as DatabasePlace)
parentPort?.postMessage('begins')
await sql`
  with recursive again (i) as (select 0 union all select i + 1 from again)
  select count(*) from again cross join annotation where ${interruptible(db)}`.execute(db)
