import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { clientGone } from '../../lib/client-gone.ts'
import { keptVectors } from '../ai/kept-vectors.ts'
import { columnsFolder } from '../map/columns-file.ts'
import { keptColumns } from '../map/kept-columns.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database, DatabasePlace } from '../storage/database.ts'
import { sendJson } from '../threads/json-answer.ts'
import { columnReader } from './column-reader.ts'
import { columnReads, type QueryOf, type ReadName, readNow } from './long-reads.ts'
import { readerPool } from './reader-pool.ts'

/**
 * Largest number of annotations, labels, images or observations for which a project is read in the current thread. For such small projects, the transfer to another
 * thread would take longer than the read.
 */
export const fewRows = 2_000
/** Largest number of fixes in a track for which a project is read in the current thread. */
const fewFixes = 20_000

export type Readers = ReturnType<typeof openReaders>

/** Opens the readers for requests over whole projects. The readers keep long reads from delaying other requests. */
export function openReaders(db: Database, place: DatabasePlace) {
  const pool = readerPool(place)
  const ofColumns = columnReader(place)
  const memory = { columns: keptColumns(columnsFolder(place.dataDir)), vectors: keptVectors() }

  async function isLarge(projectId: string): Promise<boolean> {
    const more = sql.raw(`limit 1 offset ${fewRows}`)
    const { rows } = await sql`
      select 1 where exists (select 1 from annotation where project_id = ${projectId} and removed_at is null ${more})
        or exists (select 1 from label where project_id = ${projectId} ${more})
        or exists (select 1 from media where project_id = ${projectId} and removed_at is null ${more})
        or exists (select 1 from observation where project_id = ${projectId} and removed_at is null ${more})
        or exists (select 1 from nav_track where project_id = ${projectId} and fix_count > ${fewFixes})`.execute(db)
    return rows.length > 0
  }

  return {
    /** Responds to a request with one of the long reads. The read stops if the client disconnects. */
    async answer<Name extends ReadName>(reply: FastifyReply, name: Name, scope: Scope, ...query: QueryOf<Name>) {
      const task = { name, scope, query }
      if (!(await isLarge(scope.projectId))) return reply.send(await readNow(db, memory, task))
      const reader = columnReads.includes(name) ? ofColumns : pool
      const body = await reader.read(task, { person: scope.accountId, signal: clientGone(reply) })
      return sendJson(reply, body)
    },
    close: async () => {
      await Promise.all([pool.close(), ofColumns.close()])
    }
  }
}
