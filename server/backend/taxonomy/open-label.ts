import type { FastifyRequest } from 'fastify'
import type { Role } from '../../../shared/contracts/projects.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { labelRepository } from './repository.ts'
import type { LabelRow } from './rows.ts'

/** Returns a function that opens the label of a request with the required role. */
export function labelAccess(db: Database, access: ProjectAccess) {
  const labels = labelRepository(db)

  /** Opens a label. @throws NotFound, including for a label of a project that the viewer may not see */
  return async (request: FastifyRequest, labelId: string, atLeast: Role): Promise<{ row: LabelRow; scope: Scope }> => {
    const row = await labels.row(labelId)
    return { row, scope: await access.open(request, row.project_id, atLeast, 'The label') }
  }
}
