import { coded } from './coded-problem.ts'

export const administrationCodes = coded({
  ADMINISTRATOR_NEEDED: { status: 403, sentence: 'Only an administrator of this server can see this' }
})
