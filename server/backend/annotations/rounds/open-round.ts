import type { FastifyRequest } from 'fastify'
import type { Role } from '../../../../shared/contracts/projects.ts'
import type { ProjectAccess } from '../../projects/access.ts'
import type { Scope } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { refuseBlind } from './blind.ts'
import { RoundNotEnded } from './refusals.ts'
import { roundRepository } from './repository.ts'
import { type RoundRow, stateAt } from './round-row.ts'

export interface OpenRound {
  row: RoundRow
  scope: Scope
}

/** Opens rounds for requests, after checking access to their project. */
export function roundAccess(db: Database, access: ProjectAccess) {
  const rounds = roundRepository(db)

  /** Opens a round. @throws NotFound for a round in a project that the viewer may not see */
  async function open(request: FastifyRequest, roundId: string, atLeast: Role): Promise<OpenRound> {
    const row = await rounds.row(roundId)
    return { row, scope: await access.open(request, row.project_id, atLeast, 'The session') }
  }

  return {
    open,

    /**
     * Opens a round whose annotations the viewer may compare. After the round has ended, every member may compare them. While it runs, only
     * owners who do not take part may.
     * @throws RoundNotEnded
     * @throws WorkingBlind for members who work blind in this project, in this or another round
     */
    async openToCompare(request: FastifyRequest, roundId: string, atLeast: Role): Promise<OpenRound> {
      const found = await open(request, roundId, atLeast)
      refuseBlind(found.scope)
      const state = stateAt(found.row)
      if (state === 'planned' || (state === 'running' && found.scope.role !== 'owner')) throw new RoundNotEnded()
      return found
    }
  }
}
