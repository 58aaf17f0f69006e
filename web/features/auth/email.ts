import { texts } from './texts.ts'

const { fields: words } = texts

/** Returns the error message for an e-mail address; undefined if the address may be valid. The server makes the final check. */
export function emailFault(email: string): string | undefined {
  if (email.trim() === '') return words.noEmail
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? undefined : words.wrongEmail
}
