import { accountCodes } from '../../../shared/error-codes/accounts.ts'
import { codedError } from '../../lib/coded-error.ts'

export const WrongCredentials = codedError(accountCodes.WRONG_CREDENTIALS)
export const AccountDisabled = codedError(accountCodes.ACCOUNT_DISABLED)
export const TooManyAttempts = codedError(accountCodes.TOO_MANY_ATTEMPTS)
export const RegistrationClosed = codedError(accountCodes.REGISTRATION_CLOSED)
export const InvitationNeeded = codedError(accountCodes.INVITATION_NEEDED)
export const SetUpLinkNeeded = codedError(accountCodes.SETUP_LINK_NEEDED)
export const DomainNotAllowed = codedError(accountCodes.DOMAIN_NOT_ALLOWED)
export const EmailTaken = codedError(accountCodes.EMAIL_TAKEN)
export const LinkUsedOrExpired = codedError(accountCodes.LINK_INVALID)
export const ResetByAdministrator = codedError(accountCodes.RESET_BY_ADMINISTRATOR)
export const ProofByInvitation = codedError(accountCodes.PROOF_BY_INVITATION)
export const RefreshRefused = codedError(accountCodes.REFRESH_REFUSED)
export const SessionNeeded = codedError(accountCodes.SESSION_NEEDED)
export const UnreadablePicture = codedError(accountCodes.UNREADABLE_PICTURE)
