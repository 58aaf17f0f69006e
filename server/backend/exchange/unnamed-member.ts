/** Name in files for an account without a name, so that readers do not see its e-mail address. It is the same in every file. */
export const unnamedMember = (accountId: string): string => `unnamed member ${accountId.slice(-6)}`
