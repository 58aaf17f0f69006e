import { authorWords, freeWords } from './name-words.ts'

const opening = /^[([]+/
const closing = /[)\],;:]+$/
const year = /^["“”']?(1[5-9]|20)\d\d[a-z]?(?:[-–/]\d{2,4})?["“”'?]*$/
const surname = /^['’]?(?:(?:d|l|dell|dall|del|de|o)['’])?\p{Lu}[\p{L}\p{M}.'’-]*$/u
const familyName = /(?:idae|inae|aceae|oidea|iformes|phyceae)$/
/** Words between authors. No author's name begins with one of them. */
const connector = /^(?:&|and|und|et|y|e|ex|in|apud|pro)$/
const initials = /^(?:\p{Lu}\p{Ll}{0,2}\.-?)+$/u

/**
 * Index after the author names that begin at a word; `from` when none begin there. Covers surnames, initials, particles, `&`, `ex`, `in`, `et
 * al.`, years, and brackets around them. A capitalised English word counts as an author only next to initials, a year or another author.
 * Sources: ICZN articles 50 and 51, ICN articles 46 to 50.
 */
export function endOfAuthors(words: readonly string[], from: number): number {
  let end = from
  let isSure = false
  let hasName = false
  let hasFreeWord = false
  let open = 0
  for (let at = from; at < words.length; at++) {
    const word = words[at] ?? ''
    const bare = word.replace(opening, '').replace(closing, '')
    const key = bare.toLowerCase().replace(/\.$/, '')
    const opens = countOf(word, /[([]/g)
    const closes = countOf(word, /[)\]]/g)
    if (year.test(bare)) {
      if (!hasName) break
      isSure = true
    } else if (surname.test(bare) && !familyName.test(bare)) {
      if (hasName && key.length === 1 && !bare.endsWith('.') && !isInitial(words[at + 1])) break
      if (freeWords.has(key) && !bare.endsWith('.')) hasFreeWord = true
      else if (initials.test(bare) || opens > 0) isSure = true
      hasName = true
    } else if (bare === '&' || authorWords.has(key)) {
      const mayStand = hasName || opens > 0 || (!connector.test(key) && isParticle(words, at))
      if (!mayStand) break
      if (bare === '&' || key === 'ex' || key === 'et') isSure = true
    } else if (bare !== '') break
    open += opens - closes
    if (open < 0) break
    end = at + 1
  }
  if (!hasName || (hasFreeWord && !isSure)) return from
  while (end > from && isLoose(words[end - 1] ?? '')) end--
  return end
}

/** Written form of author names, without surrounding commas or other punctuation. */
export const writtenAuthors = (words: readonly string[]): string => words.join(' ').replace(/^[\s,;]+|[\s,;:]+$/g, '')

const countOf = (word: string, what: RegExp) => word.match(what)?.length ?? 0
const isInitial = (word: string | undefined) => word !== undefined && /^[\p{Lu}&]/u.test(word)

/** Whether particles such as `van` or `de la`, followed by a name, begin at a word. */
function isParticle(words: readonly string[], from: number): boolean {
  for (let at = from; at < words.length && at < from + 4; at++) {
    const bare = (words[at] ?? '').replace(opening, '').replace(closing, '')
    if (surname.test(bare)) return at > from || bare.length > 1
    if (!authorWords.has(bare.toLowerCase().replace(/\.$/, ''))) return false
  }
  return false
}

/** Whether a word only joins author names, so that it cannot end them. */
const isLoose = (word: string) => /^(&|and|und|ex|in|apud|de|von|van|non|nec|e|i|a|to|pro|sp)$/.test(word)
