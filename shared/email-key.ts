/** The form of an e-mail address that two spellings of it share. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}
