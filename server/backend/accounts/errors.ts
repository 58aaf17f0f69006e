import createError from '@fastify/error'

export const WrongCredentials = createError('WRONG_CREDENTIALS', 'The e-mail address or the password is wrong', 401)
export const AccountDisabled = createError('ACCOUNT_DISABLED', 'This account is disabled: ask the administrator of this server', 401)
export const TooManyAttempts = createError('TOO_MANY_ATTEMPTS', 'Too many attempts: try again in %s', 429)
export const RegistrationClosed = createError(
  'REGISTRATION_CLOSED',
  'This server takes no new accounts: ask its administrator for one',
  403
)
export const InvitationNeeded = createError('INVITATION_NEEDED', 'A valid invitation is needed to make an account here', 403)
export const SetUpLinkNeeded = createError(
  'SETUP_LINK_NEEDED',
  'This server is new: its first account needs the link that the server printed at its newest start',
  403
)
export const DomainNotAllowed = createError('DOMAIN_NOT_ALLOWED', 'Accounts here need an e-mail address of: %s', 403)
export const EmailTaken = createError('EMAIL_TAKEN', 'There is an account with this e-mail address already: sign in instead', 422)
export const LinkUsedOrExpired = createError('LINK_INVALID', 'This link was used already or has expired: ask for a new one', 422)
export const ResetByAdministrator = createError(
  'RESET_BY_ADMINISTRATOR',
  'This server sends no mail: ask its administrator for a link that sets a new password',
  409
)
export const ProofByInvitation = createError(
  'PROOF_BY_INVITATION',
  'This server sends no mail: an invitation link of a project proves your address too',
  409
)
export const RefreshRefused = createError('REFRESH_REFUSED', 'Your session has ended: sign in again', 401)
export const SessionNeeded = createError('SESSION_NEEDED', 'An API token may not do this: sign in instead', 403)
export const UnreadablePicture = createError('UNREADABLE_PICTURE', 'This file is not a picture that we can read: %s', 422)
