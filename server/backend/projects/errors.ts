import createError from '@fastify/error'

export const NoSuchAccount = createError('NO_SUCH_ACCOUNT', 'Nobody has an account here with the e-mail address %s', 422)
export const AlreadyMember = createError('ALREADY_MEMBER', '%s is a member of this project already', 409)
export const InvitationOver = createError('INVITATION_OVER', 'This invitation %s: ask the one who sent it for a new one', 410)
export const LastOwner = createError('LAST_OWNER', 'A project needs an owner: make someone else owner first', 422)
