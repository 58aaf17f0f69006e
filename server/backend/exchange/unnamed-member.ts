/** Name in files for an account without a name, because readers must not see its e-mail address. It is the same in every file. */
export const unnamedMember = (accountId: string): string => `unnamed member ${accountId.slice(-6)}`
