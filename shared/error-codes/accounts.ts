import { coded } from './coded-problem.ts'

export const accountCodes = coded({
  WRONG_CREDENTIALS: { status: 401, sentence: 'The e-mail address or the password is wrong' },
  ACCOUNT_DISABLED: { status: 401, sentence: 'This account is disabled: contact the administrator of this server' },
  TOO_MANY_ATTEMPTS: { status: 429, sentence: 'Too many attempts: try again in %s' },
  REGISTRATION_CLOSED: { status: 403, sentence: 'This server does not accept new accounts: ask its administrator for an account' },
  INVITATION_NEEDED: { status: 403, sentence: 'You need a valid invitation to create an account here' },
  SETUP_LINK_NEEDED: {
    status: 403,
    sentence: 'This server is new: create its first account with the link that it printed when it last started'
  },
  DOMAIN_NOT_ALLOWED: { status: 403, sentence: 'Accounts on this server require an e-mail address from: %s' },
  EMAIL_TAKEN: { status: 422, sentence: 'An account with this e-mail address already exists: sign in instead' },
  LINK_INVALID: { status: 422, sentence: 'This link has already been used or has expired: ask for a new one' },
  RESET_BY_ADMINISTRATOR: {
    status: 409,
    sentence: 'This server does not send e-mail: ask its administrator for a link to set a new password'
  },
  PROOF_BY_INVITATION: {
    status: 409,
    sentence: 'This server does not send e-mail: an invitation link to a project also confirms your address'
  },
  REFRESH_REFUSED: { status: 401, sentence: 'Your session has ended: sign in again' },
  SESSION_NEEDED: { status: 403, sentence: 'API tokens cannot do this: sign in instead' },
  UNREADABLE_PICTURE: { status: 422, sentence: 'This picture cannot be read: %s' }
})
