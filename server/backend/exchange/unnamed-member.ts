/** How files call an account that gave no name: its e-mail address is not for their readers. The same in every file. */
export const unnamedMember = (accountId: string): string => `unnamed member ${accountId.slice(-6)}`
