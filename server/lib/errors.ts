import createError from '@fastify/error'
import type { FieldError } from '../../shared/contracts/common.ts'

/** A request that does not keep its contract: 422 for a body, 400 for a url, with the places that are wrong. */
export class InvalidRequest extends Error {
  readonly code = 'INVALID_REQUEST'
  readonly statusCode: 400 | 422
  readonly errors: FieldError[]

  constructor(errors: FieldError[], statusCode: 400 | 422 = 422) {
    const first = errors[0]
    super(first ? `${first.path.replace(/^\//, '').replaceAll('/', '.')} ${first.message}` : 'The request is not as this call expects it')
    this.errors = errors
    this.statusCode = statusCode
  }
}

export const NotFound = createError('NOT_FOUND', '%s was not found, or you have no access to it', 404)
export const NoSuchCall = createError('NO_SUCH_CALL', 'There is no call %s %s', 404)
export const NotSignedIn = createError('NOT_SIGNED_IN', 'Sign in to go on', 401)
export const RoleNeeded = createError('ROLE_NEEDED', 'This needs the role %s in the project', 403)
export const StaleRevision = createError(
  'STALE_REVISION',
  'It is at revision %d, your edit was made on %d: look at the newer one and edit again',
  409
)
export const RevisionNeeded = createError('REVISION_NEEDED', 'Say the revision that you edited', 428)
export const ReadOnlyToken = createError('READ_ONLY_TOKEN', 'This API token may read only: make one with the scope write', 403)
export const NumberTooLarge = createError('NUMBER_TOO_LARGE', 'A number of this call is larger than can be kept', 422)
