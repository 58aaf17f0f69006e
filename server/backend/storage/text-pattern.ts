/** Pattern for `like … escape '\'` that matches the text anywhere in a lower-case value. */
export const asPattern = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, sign => `\\${sign}`)}%`
