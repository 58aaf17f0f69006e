import { endOfAuthors, writtenAuthors } from './authorship.ts'
import { authorWords, doubtMarks, freeWords, highTaxa, openMarks, rankEndings, rankMarkers } from './name-words.ts'

/** The parts of a text that names an organism. */
export interface ParsedName {
  /** The lowest taxon that is certain, without author and qualifier; null when the text gives none. */
  name: string | null
  /** Of `name`, lower-case English; null when its form does not show it. */
  rank: string | null
  /** Of `name`, as written; empty when none is given. */
  authorship: string
  /** Open nomenclature with the epithets that it is about: `cf. morhua`, `sp. 1`, `stet.`; empty when nothing is open. */
  qualifier: string
  /** Words that are none of these: status, stage, description; empty when there are none. */
  rest: string
  /** The whole text, tidied; of a text without end only its beginning. */
  verbatim: string
}

/** Longer texts hold no name. */
const mostLetters = 500

const uninomial = /^(?=[\p{Script=Latin}-]+$)\p{Lu}\p{Ll}+(?:-\p{L}?\p{Ll}+)?$/u
const epithet = /^(?:\d{1,2}-|\p{Ll}-)?\p{Ll}{2,}(?:['’-]\p{Ll}+)*$/u
const subgenus = /^\(\p{Lu}\p{Ll}+\)$/u
const hybrid = /^[×✕x]$/iu
const english = /(?:ing|[^aeiou]ed|ish|ness|like|shaped)$/

/**
 * Takes a text apart into scientific name, author, qualifier and other words. The name is that of the lowest taxon that the text is sure
 * of: `Gadus` for `Gadus cf. morhua`, none for `cf. Gadus`. English words never become a part of it. Linear in the text's length.
 * Sources: ICZN articles 4 to 6 and 50 to 51; ICN articles 16 to 28 and 46 to 50 and chapter H; Darwin Core's terms of Taxon and
 * Identification; OBIS manual, “Low confidence taxonomic identification”; GBIF's name parser for the forms that data hold.
 */
export function parseScientificName(text: string): ParsedName {
  const verbatim = tidied(text.slice(0, 2 * mostLetters))
  const nothing: ParsedName = { name: null, rank: null, authorship: '', qualifier: '', rest: verbatim, verbatim }
  if (verbatim.length > mostLetters) return nothing
  const words = wordsOf(verbatim)
  const marks = leadingDoubt(words)
  if (marks > 0 || /^\p{L}+\?$/u.test(words[0] ?? '')) return { ...nothing, ...doubtful(words, marks) }
  return { ...nothing, ...named(words) }
}

type Found = Pick<ParsedName, 'name' | 'rank' | 'authorship' | 'qualifier' | 'rest'>

/** Blanks are single, tags of italics and invisible letters are gone. */
function tidied(text: string): string {
  return text
    .normalize('NFC')
    .replace(/<\/?(?:i|em|b|strong)>/gi, '')
    .replace(/(?<=\p{Ll})_(?=\p{Ll})|[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
}

/** Abbreviations and signs become words of their own: `cf.morhua`, `sp.1`, `×townsendii`, `?morhua`. */
function wordsOf(text: string): string[] {
  return text
    .replace(/(?<= )\(?[cC]\.?[fF]\.?\)?(?= \p{Ll})/gu, 'cf.')
    .replace(/(?<= )[sS](pp?)\.?(?=\d| |$)/gu, 's$1. ')
    .replace(/(?<= )s\. ?(l|lat|str|s)\.?(?= |$)/gu, 's.$1.')
    .replace(/(?<!\S)n\.(?=(?:sp|gen|ssp)\b)/gu, 'n. ')
    .replace(/(?<![\p{L}.])(cf|aff|nr|spp?|msp|subsp|ssp|var|gen|fam|prox)\.(?=[\p{L}\p{N}(?])/gu, '$1. ')
    .replace(/(?<!\S)(\?|×)(?=\p{L})/gu, '$1 ')
    .replace(/(?<=\p{L})(?=\((?:\p{Lu}))/gu, ' ')
    .replace(/(?<=[\p{L}.)])&(?=\p{L})/gu, ' & ')
    .split(' ')
    .filter(Boolean)
}

const keyOf = (word: string) =>
  word === '?'
    ? '?'
    : word
        .toLowerCase()
        .replace(/^[([]+|[\s,;:)\]]+$/g, '')
        .replace(/\.$/, '')

const doubtOf = (word: string | undefined) => (word === undefined ? undefined : doubtMarks.get(keyOf(word)))
const isAbbreviated = (word: string) => /^\p{Ll}/u.test(word)

function leadingDoubt(words: readonly string[]): number {
  let at = 0
  while (at < words.length && doubtOf(words[at]) !== undefined && (words[at] === '?' || isAbbreviated(words[at] ?? ''))) at++
  return at
}

/** The genus itself is not certain: nothing is. */
function doubtful(words: readonly string[], marks: number): Partial<Found> {
  const meant = words.slice(marks)
  const { name, qualifier, rest } = named(meant.map((word, at) => (at === 0 ? word.replace(/\?$/, '') : word)))
  if (name === null) return {}
  const [first = '', ...others] = [name, qualifier].filter(Boolean).join(' ').split(' ')
  const asked = (meant[0] ?? '').endsWith('?') ? `${first}?` : first
  const signs = words.slice(0, marks).map(word => doubtOf(word) ?? word)
  return { qualifier: [...signs, asked, ...others].join(' ').replace(/(?<!\S)\? (?=\p{L})/gu, '?'), rest }
}

function named(words: readonly string[]): Found {
  const none: Found = { name: null, rank: null, authorship: '', qualifier: '', rest: words.join(' ') }
  let at = 0
  const isNothogenus = hybrid.test(words[0] ?? '') && words[0] !== 'X' && words.length > 1
  if (isNothogenus) at++
  const first = (words[at] ?? '').replace(/[,;:]$/, '')
  if (!uninomial.test(first) || isEnglish(words, at) || openMarks.has(first.toLowerCase())) return none
  at++
  const genus = isNothogenus ? `× ${first}` : first
  const isHigh = isNothogenus ? null : higherRank(first)
  if (isHigh) return withTail({ ...none, name: genus, rank: isHigh.rank }, words, at)
  return species({ ...none, name: genus, rank: null }, words, at)
}

/** Some genera are English words too: `Anemone albana Steven` is one of them, `Anemone` is not. */
function isEnglish(words: readonly string[], at: number): boolean {
  if (!freeWords.has(keyOf(words[at] ?? ''))) return false
  return !isEpithet(words, at + 1) || endOfAuthors(words, at + 2) === at + 2
}

function higherRank(word: string): { rank: string | null } | null {
  const plain = word.toLowerCase()
  for (const [ending, rank] of rankEndings) if (plain.length > ending.length + 2 && plain.endsWith(ending)) return { rank }
  return highTaxa.has(plain) ? { rank: null } : null
}

/** Subgenus and species of a genus, and what is below. */
function species(found: Found, words: readonly string[], from: number): Found {
  let at = from
  let { name } = found
  let rank = found.rank
  if (subgenus.test(words[at] ?? '') && !isAuthorInBrackets(words, at)) {
    name = `${name} ${words[at]}`
    rank = 'subgenus'
    at++
  }
  const own = endOfAuthors(words, at)
  const genusAuthors = writtenAuthors(words.slice(at, own))
  const isHybrid = hybrid.test(words[own] ?? '') && isEpithet(words, own + 1)
  const next = isHybrid ? own + 1 : own
  if (!isEpithet(words, next)) return withTail({ ...found, name, rank }, words, at)
  const base = { ...found, name, rank: rank ?? 'genus', authorship: genusAuthors }
  if (isDoubted(words, next)) return { ...base, ...tail(words, next, true) }
  return below({ ...found, name: `${name} ${isHybrid ? '× ' : ''}${epithetOf(words[next])}`, rank: 'species' }, base, words, next + 1)
}

/** Ranks below the species; of several only the lowest stands in the name. */
function below(found: Found, genus: Found, words: readonly string[], from: number): Found {
  const { name: binomen } = found
  let current = found
  let above = genus
  let at = from
  for (;;) {
    const end = endOfAuthors(words, at)
    const authorship = writtenAuthors(words.slice(at, end))
    const marker = rankMarkers.get(keyOf(words[end] ?? ''))
    const isMarked = marker !== undefined && /^\p{Ll}/u.test(words[end] ?? '') && isEpithet(words, end + 1)
    const next = isMarked ? end + 1 : end
    const isTrinomen = !isMarked && current.rank === 'species' && isEpithet(words, next) && endOfAuthors(words, next) === next
    if (!isMarked && !isTrinomen) return uncertain(current, above, words, at)
    const own = { ...current, authorship }
    if (isDoubted(words, next)) return { ...own, ...tail(words, end, true) }
    const lower = `${binomen} ${isMarked ? `${marker?.mark} ` : ''}${epithetOf(words[next])}`
    above = own
    current = { ...current, name: lower, rank: isMarked ? (marker?.rank ?? null) : 'subspecies', authorship: '' }
    at = next + 1
  }
}

/** A mark after the last epithet can take it back: `Psychropotes longicauda sp. inc.` is certain of the genus only. */
function uncertain(found: Found, above: Found, words: readonly string[], from: number): Found {
  const end = endOfAuthors(words, from)
  const lowest = words[from - 1] ?? ''
  const isIncerta = keyOf(words[end] ?? '') === 'inc' || (keyOf(words[end] ?? '') === 'sp' && keyOf(words[end + 1] ?? '') === 'inc')
  const doubt = doubtOf(words[end])
  const isLast = doubt !== undefined && !isEpithet(words, end + 1) && !isMarker(words, end + 1) && !/^\p{Lu}/u.test(words[end + 1] ?? '')
  const other = /^(?:×|x|or|\/|\+|vs\.?)$/.test(words[end] ?? '') && words[end + 1] !== undefined
  if (!isIncerta && !isLast && !other) return withTail(found, words, from)
  if (other && !isAlternative(words, end + 1)) return withTail(found, words, from)
  const { qualifier, rest } = tail(words, end, true)
  return { ...above, qualifier: `${epithetOf(lowest)} ${qualifier}`.replace(/ \?$/, '?'), rest }
}

const isMarker = (words: readonly string[], at: number) => rankMarkers.has(keyOf(words[at] ?? '')) && isEpithet(words, at + 1)

const isAlternative = (words: readonly string[], at: number) =>
  isEpithet(words, at) || (/^\p{Lu}(?:\p{Ll}+|\.)$/u.test(words[at] ?? '') && isEpithet(words, at + 1))

/** `(Pyrobombus)` is a subgenus, `(Linnaeus, 1758)` and `(Nutt.) Koch` are authors: a name follows a subgenus, an author a bracket. */
function isAuthorInBrackets(words: readonly string[], at: number): boolean {
  const inside = (words[at] ?? '').slice(1, -1)
  const next = words[at + 1]
  if (freeWords.has(inside.toLowerCase())) return true
  return next !== undefined && endOfAuthors(words, at + 1) > at + 1 && !/\d{4}/.test(words.slice(at + 1).join(' '))
}

/** Whether the word can be an epithet here: small letters, no English, no mark, no particle of an author. */
function isEpithet(words: readonly string[], at: number): boolean {
  const word = words[at]
  if (word === undefined) return false
  if (/[,;:]$/.test(words[at - 1] ?? '')) return false
  const plain = word.replace(/[?,;:]+$/, '').split('/')[0] ?? ''
  if (!epithet.test(plain) || word.endsWith('.')) return false
  if (freeWords.has(plain) || english.test(plain) || doubtMarks.has(plain) || openMarks.has(plain)) return false
  if (rankMarkers.has(plain)) return false
  return !authorWords.has(plain) || endOfAuthors(words, at) === at
}

const epithetOf = (word: string | undefined) => (word ?? '').replace(/[,;:]+$/, '')

/** `morhua?` and `morhua/ogac` are no certain epithets. */
const isDoubted = (words: readonly string[], at: number) => /[?/]/.test(words[at] ?? '')

function withTail(found: Found, words: readonly string[], from: number): Found {
  const end = endOfAuthors(words, from)
  if (isIncertum(found, words, end))
    return { ...found, name: null, rank: null, qualifier: [found.name, ...words.slice(end)].join(' '), rest: '' }
  const { isBelow, ...open } = tail(words, end, false)
  return { ...found, authorship: writtenAuthors(words.slice(from, end)), rank: found.rank ?? (isBelow ? 'genus' : null), ...open }
}

/** `Psychropotes gen. inc.`, `Gadidae fam. inc.`: the only taxon of the text is the one in doubt. */
function isIncertum({ name, rank }: Found, words: readonly string[], at: number): boolean {
  if (name === null || name.includes(' ') || keyOf(words[at + 1] ?? '') !== 'inc') return false
  const key = keyOf(words[at] ?? '')
  return (key === 'gen' && !higherRank(name)) || (key === 'fam' && rank === 'family')
}

/**
 * The words after a name and its author: marks with the epithets or codes that belong to them, and other words.
 * @param isOpen whether it begins within a qualifier
 */
function tail(words: readonly string[], from: number, isOpen: boolean): Pick<Found, 'qualifier' | 'rest'> & { isBelow: boolean } {
  const qualifier: string[] = []
  const rest: string[] = []
  let [open, code, isBelow] = [isOpen, false, false]
  for (let at = from; at < words.length; at++) {
    const word = words[at] ?? ''
    const key = keyOf(word)
    const doubt = doubtMarks.get(key)
    const mark = doubt ?? (isStatus(words, at) ? undefined : markOf(words, at))
    if (mark !== undefined && (doubt !== undefined || !/^\p{Lu}\p{Ll}/u.test(word))) {
      qualifier.push(mark)
      open = true
      code = doubt === undefined && takesCode.has(key)
      continue
    }
    if ((open && code && isCode(word)) || codeWithMark.test(word)) {
      qualifier.push(word.replace(/[,;:]+$/, ''))
      code = /^no\.?$/i.test(word)
      open = !/[,;:]$/.test(word)
      continue
    }
    code = false
    if (doubtMarks.has(keyOf(words[at - 1] ?? '')) && isAlternative(words, at) && /^\p{Lu}/u.test(word)) {
      qualifier.push(word)
      continue
    }
    const marker = open ? rankMarkers.get(key) : undefined
    if (marker && isAbbreviated(word) && isEpithet(words, at + 1)) {
      qualifier.push(marker.mark)
      continue
    }
    if (open && isEpithet(words, at)) {
      qualifier.push(epithetOf(word))
      isBelow ||= rest.length === 0
      continue
    }
    if (open && /^(?:×|x|or|et|\/|\+|&|vs\.?)$/.test(word) && rest.length === 0 && at + 1 < words.length) {
      qualifier.push(word === 'x' ? '×' : word)
      if (/^\p{Lu}(?:\p{Ll}+|\.)$/u.test(words[at + 1] ?? '') && isEpithet(words, at + 2)) qualifier.push(words[++at] ?? '')
      continue
    }
    const end = open ? endOfAuthors(words, at) : at
    if (/^(?:sensu|auct\.)$/.test(qualifier.at(-1) ?? '') && end > at) {
      qualifier.push(writtenAuthors(words.slice(at, end)))
      at = end - 1
    } else if (end > at) at = end - 1
    else {
      rest.push(word)
      open = qualifier.length > 0 && open && rest.length === 0
    }
  }
  return { qualifier: qualifier.join(' ').replace(/(?<!\S)\? (?=\p{L})/gu, '?'), rest: rest.join(' '), isBelow }
}

const takesCode = new Set([
  'sp',
  'spp',
  'spec',
  'species',
  'msp',
  'gen',
  'fam',
  'n',
  'nov',
  'indet',
  'inc',
  'morphotype',
  'morphospecies',
  'morph',
  'otu',
  'group'
])
const codeWithMark = /^(?:OTU|MSP|morphotype|morph)[-_#]?\d+\p{L}?[,;:]?$/iu

/** `nom. nud.`, `comb. nov.`: the standing of a name, no doubt about an organism. */
function isStatus(words: readonly string[], at: number): boolean {
  const before = keyOf(words[at - 1] ?? '')
  return keyOf(words[at] ?? '') === 'nov' && /^(comb|stat|nom|syn)$/.test(before)
}

function markOf(words: readonly string[], at: number): string | undefined {
  const word = words[at] ?? ''
  const key = keyOf(word)
  const isRank = (place: number) => /^(?:sp|gen|fam|ssp)$/.test(keyOf(words[place] ?? ''))
  if (key === 'n') return isRank(at + 1) || isRank(at - 1) ? 'n.' : undefined
  if (key === 'species' && /^(?:complex|group|aggregate)$/.test(keyOf(words[at + 1] ?? ''))) return 'species'
  return openMarks.get(key)
}

/** `1`, `A`, `IV`, `MB-12`, `#3`, `α`: codes of morphospecies. */
function isCode(given: string): boolean {
  const word = given.replace(/[,;:]+$/, '')
  if (/^#?(?:\p{Lu}|[a-z]|[α-ω]|[IVX]{1,5}|no\.?)$/u.test(word) || /^\p{Lu}{2,}[-_]?\p{Lu}*$/u.test(word)) return true
  return /^[#\p{L}\p{N}._:/-]{1,30}$/u.test(word) && /\d/.test(word) && !/^(?:1[5-9]|20)\d\d$/.test(word)
}
