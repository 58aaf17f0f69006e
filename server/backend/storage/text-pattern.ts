/** Pattern of `like … escape '\'` for a part of a text in lower case. */
export const asPattern = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, sign => `\\${sign}`)}%`
