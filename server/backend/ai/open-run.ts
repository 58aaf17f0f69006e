import type { FastifyRequest } from 'fastify'
import type { Role } from '../../../shared/contracts/projects.ts'
import { NotFound } from '../../lib/errors.ts'
import { refuseBlind } from '../annotations/rounds/blind.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { FullSight, Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'

/** Run, and the scope of a viewer from whom none of it is hidden. */
export type OpenRun = Scope & FullSight & { readonly runId: string }

/** Returns a function that opens the run of a request with the required role. */
export function runAccess(db: Database, access: ProjectAccess) {
  /** Opens a run. @throws NotFound, including for a run of a project that the viewer may not see @throws WorkingBlind */
  return async (request: FastifyRequest, runId: string, atLeast: Role): Promise<OpenRun> => {
    const row = await db.selectFrom('ai_run').select('project_id').where('id', '=', runId).executeTakeFirst()
    if (!row) throw new NotFound('The run')
    const scope = await access.open(request, row.project_id, atLeast, 'The run')
    refuseBlind(scope)
    return { ...scope, runId }
  }
}
