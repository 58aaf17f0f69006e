import { domainToASCII } from 'node:url'
import { emailKey } from '../../../shared/email-key.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import type { RegistrationPolicy } from '../config.ts'
import { DomainNotAllowed, InvitationNeeded, RegistrationClosed } from './errors.ts'

/**
 * Whether someone may make an account, before the first account's exception and before the invitation itself is looked at.
 * An invitation opens `invite` and `domain`; nothing opens `closed`.
 * @throws RegistrationClosed InvitationNeeded DomainNotAllowed
 */
export function requireMayRegister(policy: RegistrationPolicy, email: string, invited: boolean): void {
  if (policy.kind === 'closed') throw new RegistrationClosed()
  if (invited || policy.kind === 'open') return
  if (policy.kind === 'invite') throw new InvitationNeeded()
  const domain = domainToASCII(emailKey(email).split('@').at(-1) ?? '')
  if (!policy.domains.some(allowed => domainToASCII(allowed) === domain)) throw new DomainNotAllowed(policy.domains.join(', '))
}

/** Characters that are looked at for guessability; a password may be longer, and all of it counts when signing in. */
const judgedCharacters = 64

/** Guesses that an attacker who knows the common passwords, words and patterns would need at least, as a power of ten. */
const leastGuessesLog10 = 6

type Judge = (password: string, personal: string[]) => { guessesLog10: number }
let judge: Promise<Judge> | undefined

/** Loaded when first needed: the dictionaries take 10 MB. */
async function loadJudge(): Promise<Judge> {
  const [{ ZxcvbnFactory }, common] = await Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')])
  const zxcvbn = new ZxcvbnFactory({ dictionary: { ...common.dictionary }, graphs: common.adjacencyGraphs, maxLength: judgedCharacters })
  return (password, personal) => zxcvbn.check(password, personal)
}

/**
 * Refuses passwords that stand in lists of common ones or are simple changes of one, of a keyboard row, or of the person's own data.
 * Length is the contract's business; which characters is nobody's.
 * @throws InvalidRequest naming the field
 */
export async function requireGoodPassword(password: string, personal: string[], field = 'password'): Promise<void> {
  judge ??= loadJudge()
  const check = await judge
  const parts = personal.flatMap(text => [text, ...text.split(/[@.\s]+/)]).filter(part => part.length > 2)
  if (check(password, parts).guessesLog10 < leastGuessesLog10) {
    throw new InvalidRequest([{ path: `/${field}`, message: 'is too easy to guess: a few unrelated words make a good one' }])
  }
}
