/** What is wrong with an address as typed; only what is surely wrong, the server decides. */
export function emailFault(email: string): string | undefined {
  if (email.trim() === '') return 'Enter your e-mail address'
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? undefined : 'Enter an address with a name, an @ and a domain: ana@example.org'
}
