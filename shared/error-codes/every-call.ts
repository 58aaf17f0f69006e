import { coded } from './coded-problem.ts'

export const everyCallCodes = coded({
  CLIENT_GONE: { status: 499, sentence: 'The client disconnected before it received the response' },
  NOT_FOUND: { status: 404, sentence: '%s was not found, or you have no access to it' },
  NO_SUCH_CALL: { status: 404, sentence: 'There is no API call %s %s' },
  NOT_SIGNED_IN: { status: 401, sentence: 'Sign in to continue' },
  ROLE_NEEDED: { status: 403, sentence: 'This requires the role of %s in the project' },
  STALE_REVISION: {
    status: 409,
    sentence: 'The current revision is %d, but your edit is based on %d: load the current one and edit again'
  },
  REVISION_NEEDED: { status: 428, sentence: 'The request does not include the revision that you edited' },
  READ_ONLY_TOKEN: { status: 403, sentence: 'This API token is read-only: create one with the write scope' },
  NUMBER_TOO_LARGE: { status: 422, sentence: 'A number in this call is too large to be stored' },
  TOO_MANY_FIELDS: { status: 413, sentence: 'A form may have up to %d fields' },
  MALFORMED_BODY: { status: 400, sentence: 'The body is not valid form data' },
  BODY_TOO_MANY_PARTS: { status: 413, sentence: 'The body has more than %s %s: send it in parts' },
  BODY_TOO_DEEP: { status: 400, sentence: 'The body is nested more than %s levels deep' },
  INVALID_REQUEST: { status: 422, sentence: 'The request is not valid for this call' },
  INTERNAL: { status: 500, sentence: 'Something went wrong on the server. Give the operator this reference: %s' }
})
