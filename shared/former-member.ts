/** Name of a person whose account was deleted, in the middle of a sentence. A person who only has no name is another case. */
export const formerMember = 'a former member'
