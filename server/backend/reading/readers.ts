import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { clientGone } from '../../lib/client-gone.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database, DatabasePlace } from '../storage/database.ts'
import { sendJson } from '../threads/json-answer.ts'
import { type AskedOf, type ReadName, readNow } from './long-reads.ts'
import { readerPool } from './reader-pool.ts'

/** A project with at most so many annotations, labels and images is read on the spot: handing the read over would take longer. */
export const fewRows = 2_000
/** The same for the fixes of each of its tracks. */
const fewFixes = 20_000

export type Readers = ReturnType<typeof openReaders>

/** Answers what goes over all of a project, without keeping anybody else waiting. */
export function openReaders(db: Database, place: DatabasePlace) {
  const pool = readerPool(place)

  async function isLarge(projectId: string): Promise<boolean> {
    const more = sql.raw(`limit 1 offset ${fewRows}`)
    const { rows } = await sql`
      select 1 where exists (select 1 from annotation where project_id = ${projectId} and removed_at is null ${more})
        or exists (select 1 from label where project_id = ${projectId} ${more})
        or exists (select 1 from media where project_id = ${projectId} and removed_at is null ${more})
        or exists (select 1 from nav_track where project_id = ${projectId} and fix_count > ${fewFixes})`.execute(db)
    return rows.length > 0
  }

  return {
    /**
     * Answers a request by one of the long reads; a client that goes away ends its read.
     */
    async answer<Name extends ReadName>(reply: FastifyReply, name: Name, scope: Scope, ...asked: AskedOf<Name>) {
      const task = { name, scope, asked }
      if (!(await isLarge(scope.projectId))) return reply.send(await readNow(db, task))
      const body = await pool.read(task, { person: scope.accountId, signal: clientGone(reply) })
      return sendJson(reply, body)
    },
    close: pool.close
  }
}
