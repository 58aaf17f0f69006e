import type { FastifyRequest } from 'fastify'
import { administrationCodes } from '../../../shared/error-codes/administration.ts'
import { codedError } from '../../lib/coded-error.ts'
import { NotFound } from '../../lib/errors.ts'
import { SessionNeeded } from '../accounts/errors.ts'
import { type Viewer, viewerOf } from '../viewer.ts'

const AdministratorNeeded = codedError(administrationCodes.ADMINISTRATOR_NEEDED)

/**
 * Returns the viewer of a request by a signed-in administrator. Personal API tokens are refused, because scripts may leak them.
 * @param noun resource in the URL, whose existence must stay hidden from everyone else
 * @throws AdministratorNeeded, or NotFound if `noun` is given; SessionNeeded for an administrator's API token
 */
export function requireAdministrator(request: FastifyRequest, noun?: string): Viewer {
  const viewer = viewerOf(request)
  if (!viewer.administrator) throw noun ? new NotFound(noun) : new AdministratorNeeded()
  if (!viewer.sessionId) throw new SessionNeeded()
  return viewer
}
