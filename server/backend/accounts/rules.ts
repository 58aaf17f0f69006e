import { domainToASCII } from 'node:url'
import { emailKey } from '../../../shared/email-key.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import type { RegistrationPolicy } from '../config.ts'
import { DomainNotAllowed, InvitationNeeded, RegistrationClosed } from './errors.ts'

/**
 * Checks whether the policy allows a sign-up. The caller handles the first account, and checks the invitation beforehand. An invitation is
 * sufficient under `invite` and `domain`. Under `closed`, every sign-up is refused.
 * @throws RegistrationClosed InvitationNeeded DomainNotAllowed
 */
export function requireMayRegister(policy: RegistrationPolicy, email: string, invited: boolean): void {
  if (policy.kind === 'closed') throw new RegistrationClosed()
  if (invited || policy.kind === 'open') return
  if (policy.kind === 'invite') throw new InvitationNeeded()
  const domain = domainToASCII(emailKey(email).split('@').at(-1) ?? '')
  if (!policy.domains.some(allowed => domainToASCII(allowed) === domain)) throw new DomainNotAllowed(policy.domains.join(', '))
}

/** Number of leading characters checked for guessability. A password may be longer, and sign-in compares all of it. */
const judgedCharacters = 64

/**
 * Minimum number of guesses that a password must withstand, as a base-10 logarithm. The attacker is assumed to use lists of common
 * passwords, words and patterns.
 */
const leastGuessesLog10 = 6

type Judge = (password: string, personal: string[]) => { guessesLog10: number }
let judge: Promise<Judge> | undefined

/** Loads the password checker on first use, because its dictionaries take 10 MB of memory. */
async function loadJudge(): Promise<Judge> {
  const [{ ZxcvbnFactory }, common] = await Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')])
  const zxcvbn = new ZxcvbnFactory({ dictionary: { ...common.dictionary }, graphs: common.adjacencyGraphs, maxLength: judgedCharacters })
  return (password, personal) => zxcvbn.check(password, personal)
}

/**
 * Refuses passwords that are easy to guess: common ones, keyboard rows, the person's own data, and simple variants of these. The API
 * contract limits the length. Every character is allowed.
 * @throws InvalidRequest that names the field
 */
export async function requireGoodPassword(password: string, personal: string[], field = 'password'): Promise<void> {
  judge ??= loadJudge()
  const check = await judge
  const parts = personal.flatMap(text => [text, ...text.split(/[@.\s]+/)]).filter(part => part.length > 2)
  if (check(password, parts).guessesLog10 < leastGuessesLog10) {
    throw new InvalidRequest([{ path: `/${field}`, message: 'is too easy to guess: use a few unrelated words' }])
  }
}
