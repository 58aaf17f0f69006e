import { texts } from './texts.ts'

const { fields: words } = texts

/** The fault of a typed e-mail address; undefined if the address may be valid. The server decides. */
export function emailFault(email: string): string | undefined {
  if (email.trim() === '') return words.noEmail
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? undefined : words.wrongEmail
}
