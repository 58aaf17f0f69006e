import { passwordMinLength } from '../../../shared/limits.ts'
import { texts } from './texts.ts'

export interface Strength {
  /** 0: empty, 1: too short or easily guessed, 2: fair, 3: good, 4: strong. */
  step: 0 | 1 | 2 | 3 | 4
  words: string
}

const { strength } = texts

const common =
  /^(password|passwort|qwerty|qwertz|azerty|letmein|welcome|iloveyou|admin|login|abc|marine|ocean|isobath|dragon|monkey|sunshine|football|secret)[\W\d_]*$/i
const sequences = 'abcdefghijklmnopqrstuvwxyz 0123456789 9876543210 qwertyuiop asdfghjkl zxcvbnm'

/**
 * Estimates the strength of a password. The estimate is shown as advice while a person types, and is not enforced.
 * The estimate is the entropy, in bits, of a random password with the same length and kinds of characters. Repeats and well-known sequences
 * add nothing to it. Common words and passwords that contain the name in the e-mail address count as weak.
 */
export function passwordStrength(password: string, email = ''): Strength {
  if (password === '') return { step: 0, words: '' }
  const missing = passwordMinLength - password.length
  if (missing > 0) return { step: 1, words: strength.tooShort(missing) }
  const name = email.split('@')[0]?.toLowerCase() ?? ''
  if (common.test(password)) return { step: 1, words: strength.commonWord }
  if (name.length > 2 && password.toLowerCase().includes(name)) return { step: 1, words: strength.containsAddress }
  const bits = surprisingCharacters(password) * Math.log2(alphabetOf(password))
  if (bits < 36) return { step: 1, words: strength.tooSimple }
  if (bits < 56) return { step: 2, words: strength.fair }
  return bits < 80 ? { step: 3, words: strength.good } : { step: 4, words: strength.strong }
}

function alphabetOf(password: string): number {
  const kinds: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^a-zA-Z\d]/, 32]
  ]
  return kinds.reduce((size, [kind, count]) => size + (kind.test(password) ? count : 0), 0)
}

/** Counts the characters that neither repeat the previous one nor continue a well-known sequence. */
function surprisingCharacters(password: string): number {
  const text = password.toLowerCase()
  return [...text].filter((character, index) => {
    const before = text[index - 1]
    return before === undefined || (before !== character && !sequences.includes(before + character))
  }).length
}
