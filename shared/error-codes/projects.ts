import { coded } from './coded-problem.ts'

export const projectCodes = coded({
  NO_SUCH_ACCOUNT: { status: 422, sentence: 'No account on this server has the e-mail address %s' },
  ALREADY_MEMBER: { status: 409, sentence: '%s is already a member of this project' },
  INVITATION_OVER: { status: 410, sentence: 'This invitation %s: ask its sender for a new one' },
  LAST_OWNER: { status: 422, sentence: 'A project needs an owner: make someone else an owner first' }
})
