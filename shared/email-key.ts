/** Normalised e-mail address, the same for all spellings of one address. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}
