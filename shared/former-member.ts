/** Name for a person whose account was deleted, within a sentence. A person with an account but without a name is another case. */
export const formerMember = 'a former member'
