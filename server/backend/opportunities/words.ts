/** Replacements for letters that Unicode does not decompose: the letters that people type instead. */
const plainLetters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ł: 'l', þ: 'th', ς: 'σ' }
}
const withPlainLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')
/** Maximum length of a word in letters. The rest is cut off, because PostgreSQL cannot index long words. */
const longestWord = 200

/** Splits a text into lower-case words without accents. All characters except letters and digits separate words. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const folded = plain.replace(withPlainLetter, letter => plainLetters[letter] ?? letter)
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map(word => [...word].slice(0, longestWord).join(''))
}
