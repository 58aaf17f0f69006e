/** Letters that have no decomposition in Unicode, with the letters that people type for them. */
const plainLetters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ł: 'l', þ: 'th', ς: 'σ' }
}
const withPlainLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')
/** Longest word that is kept, in letters. A PostgreSQL index refuses long words. */
const longestWord = 200

/** Words of a text in lower case, without accents. Characters other than letters and digits separate them. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const folded = plain.replace(withPlainLetter, letter => plainLetters[letter] ?? letter)
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map(word => [...word].slice(0, longestWord).join(''))
}
