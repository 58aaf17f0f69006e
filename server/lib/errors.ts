import type { FieldError } from '../../shared/contracts/common.ts'
import { everyCallCodes } from '../../shared/error-codes/every-call.ts'
import { codedError } from './coded-error.ts'

/** Refusal of a request that breaks its contract: 422 for a body, 400 for an address. Each fault is listed with its path. */
export class InvalidRequest extends Error {
  readonly code = 'INVALID_REQUEST'
  readonly statusCode: 400 | 422
  readonly errors: FieldError[]

  constructor(errors: FieldError[], statusCode: 400 | 422 = 422) {
    const first = errors[0]
    super(first ? `${first.path.replace(/^\//, '').replaceAll('/', '.')} ${first.message}` : everyCallCodes.INVALID_REQUEST.sentence)
    this.errors = errors
    this.statusCode = statusCode
  }
}

export const NotFound = codedError(everyCallCodes.NOT_FOUND)
export const NoSuchCall = codedError(everyCallCodes.NO_SUCH_CALL)
export const NotSignedIn = codedError(everyCallCodes.NOT_SIGNED_IN)
export const RoleNeeded = codedError(everyCallCodes.ROLE_NEEDED)
export const StaleRevision = codedError(everyCallCodes.STALE_REVISION)
export const RevisionNeeded = codedError(everyCallCodes.REVISION_NEEDED)
export const ReadOnlyToken = codedError(everyCallCodes.READ_ONLY_TOKEN)
export const NumberTooLarge = codedError(everyCallCodes.NUMBER_TOO_LARGE)
