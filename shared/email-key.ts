/** Normalises an e-mail address, so that all spellings of one address are equal: trimmed, NFKC, lower case. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}
