import { codedError } from '../../lib/coded-error.ts'

export const NoSuchAccount = codedError('NO_SUCH_ACCOUNT')
export const AlreadyMember = codedError('ALREADY_MEMBER')
export const InvitationOver = codedError('INVITATION_OVER')
export const LastOwner = codedError('LAST_OWNER')
