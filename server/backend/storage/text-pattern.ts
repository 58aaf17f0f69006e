/** Returns a pattern for `like … escape '\'` that finds a text anywhere in a lower-case value. */
export const asPattern = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, sign => `\\${sign}`)}%`
