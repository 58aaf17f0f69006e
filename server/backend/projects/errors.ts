import { projectCodes } from '../../../shared/error-codes/projects.ts'
import { codedError } from '../../lib/coded-error.ts'

export const NoSuchAccount = codedError(projectCodes.NO_SUCH_ACCOUNT)
export const AlreadyMember = codedError(projectCodes.ALREADY_MEMBER)
export const InvitationOver = codedError(projectCodes.INVITATION_OVER)
export const LastOwner = codedError(projectCodes.LAST_OWNER)
