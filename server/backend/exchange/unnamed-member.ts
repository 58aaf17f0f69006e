/** Name in files for an account without a name: its e-mail address is not for their readers. The same in every file. */
export const unnamedMember = (accountId: string): string => `unnamed member ${accountId.slice(-6)}`
