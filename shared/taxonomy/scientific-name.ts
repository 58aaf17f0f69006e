import { endOfAuthors, writtenAuthors } from './authorship.ts'
import {
  authorWords,
  doubtMarks,
  freeWords,
  highTaxa,
  latinWords,
  openMarks,
  rankEndings,
  rankMarkers,
  relatedTo,
  stageWords,
  surelySpecies
} from './name-words.ts'
import { countedWords, rankBefore, wordsOfRank } from './rank-words.ts'

/** Parts of a text that names an organism. */
export interface ParsedName {
  /** Lowest taxon that is certain, without author and qualifier; null when the text contains none. */
  name: string | null
  /** Rank of `name`, lower-case English; null when its form does not show the rank. */
  rank: string | null
  /** Author of `name`, as written; empty without one. */
  authorship: string
  /** Open nomenclature with its epithets: `cf. morhua`, `sp. 1`, `stet.`; empty without any. */
  qualifier: string
  /** Remaining words: status, stage, description; empty without any. */
  rest: string
  /** Whole text with normalised spaces. A very long text is truncated. */
  verbatim: string
}

/** Additional facts that help to distinguish names from other words. */
export interface KnownOfName {
  /** Rank in lower case. */
  rank?: string | null | undefined
  /** Whether the taxon has an identifier in a register of names. */
  hasIdentifier?: boolean
  /** Epithets that were given in separate fields. */
  epithets?: readonly string[]
}

/** Maximum length of a text with a name. */
const mostLetters = 500

const uninomial = /^(?=[\p{Script=Latin}-]+$)\p{Lu}\p{Ll}+(?:-\p{L}?\p{Ll}+)?$/u
const epithet = /^(?:\d{1,2}-|\p{Ll}-)?\p{Ll}{2,}(?:['’-]\p{Ll}+)*$/u
const subgenus = /^\(\p{Lu}\p{Ll}+\)$/u
const hybrid = /^[×✕x]$/iu
const english = /(?:ing|[^aeiou]ed|ish|ness|like|shaped)$/

/**
 * Splits a text into scientific name, author, qualifier and other words. The name is that of the lowest taxon that is certain: `Gadus` for
 * `Gadus cf. morhua`, none for `cf. Gadus`. English words never become part of the name. Takes linear time in the length of the text.
 * Sources: ICZN articles 4 to 6 and 50 to 51; ICN articles 16 to 28 and 46 to 50 and chapter H; Darwin Core's terms of Taxon and
 * Identification; OBIS manual, “Low confidence taxonomic identification”; GBIF's name parser for the forms found in data.
 */
export function parseScientificName(text: string, known: KnownOfName = {}): ParsedName {
  const verbatim = tidied(text.slice(0, 2 * mostLetters))
  const nothing: ParsedName = { name: null, rank: null, authorship: '', qualifier: '', rest: verbatim, verbatim }
  if (verbatim.length > mostLetters) return nothing
  const plain = wordsOf(verbatim)
  const words = withPlainDoubt(asWords(plain, sureEpithets(plain, known)), known)
  if (isOfSeveral(words)) return { ...nothing, qualifier: words.join(' '), rest: '' }
  const marks = leadingDoubt(words)
  if (marks > 0 || /^\p{L}+\?$/u.test(words[0] ?? '')) return { ...nothing, ...doubtful(words, marks) }
  return { ...nothing, ...named(words) }
}

/** Whether a word before a name is not part of it, but its rank or its provisional status. */
const isPrefix = (word: string) => word === status || rankBefore(word) !== null

/** Ranks that are also everyday words. Such a word counts as a rank only before a name whose form places it above the genus. */
const looseRank = /^(?:cohort|division|section|series):?$/i

/**
 * Status word of a provisional name, like `nom. nud.`; it does not express doubt about an organism. ICNP, rule 66: a Candidatus name is this
 * word followed by the name of a taxon, and is not validly published.
 */
const status = 'Candidatus'

type Found = Pick<ParsedName, 'name' | 'rank' | 'authorship' | 'qualifier' | 'rest'>

/** Text with single spaces, without italics tags or invisible characters. */
function tidied(text: string): string {
  return text
    .normalize('NFC')
    .replace(/<\/?(?:i|em|b|strong)>/gi, '')
    .replace(/(?<=\p{Ll})_(?=\p{Ll})|[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
}

/** Splits a text into words. Abbreviations and signs become separate words: `cf.morhua`, `sp.1`, `×townsendii`, `?morhua`. */
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

/**
 * Words of a text, with `aff.` in place of an `affinis` before another epithet: `Munida affinis rugosa` resembles M. rugosa. With a rank
 * below the species, or with an identifier but no rank, the words name a subspecies.
 * Source: Sigovini et al. 2016, which gives `affinis` as the long form of `aff.`
 */
function withPlainDoubt(words: Words, { rank, hasIdentifier }: KnownOfName): Words {
  const least = wordsOfRank(rank) ?? (hasIdentifier ? 3 : 1)
  const plain = words.map((word, at) => {
    if (!relatedTo.has(word)) return word
    const [next = '', initial = ''] = [words[at + 1], words[0]?.[0]]
    const isBefore = (isEpithet(words, at + 1) && next !== word && least < 3) || (next === `${initial}.` && isEpithet(words, at + 2))
    return at === 0 || isBefore ? 'aff.' : word
  })
  return asWords(plain, words.epithets)
}

/** Words of a text, with those that are certainly epithets. */
type Words = readonly string[] & { epithets: ReadonlySet<string> }

const asWords = (words: readonly string[], epithets: ReadonlySet<string>): Words => Object.assign([...words], { epithets })

/**
 * Stages, ranks and English words that are epithets in this text. A Latin word is an epithet after a qualifier of doubt, or before an author
 * with a year. It is also one if the rank is species or lower, or if there is an identifier without a rank. An English word that is not a
 * stage requires both such a rank and an identifier. Without these conditions, `Aurelia medusa` would be published as a species that does not
 * exist. A certain genus is less wrong than a false species.
 */
function sureEpithets(words: readonly string[], { rank, hasIdentifier = false, epithets = [] }: KnownOfName): Set<string> {
  const sure = new Set(
    epithets.filter(word => latinWords.has(word) || !(openMarks.has(word) || doubtMarks.has(word) || stageWords.has(word)))
  )
  const first = words.findIndex(word => uninomial.test(word) && !isPrefix(word))
  const least = wordsOfRank(rank)
  const from = subgenus.test(words[first + 1] ?? '') ? first + 2 : first + 1
  for (const at of least === 3 ? [from, from + 1, from + 2] : [doubtOf(words[from]) ? from + 1 : from]) {
    const word = (words[at] ?? '').replace(/[,;]$/, '')
    const end = endOfAuthors(words, at + 1)
    if (first < 0 || !epithet.test(word) || !(freeWords.has(word) || latinWords.has(word) || english.test(word))) continue
    const isRanked = least === 2 || least === 3
    const hasYear = /\d{4}/.test(words.slice(at + 1, end).join(' '))
    const isLatin = latinWords.has(word) && (hasYear || isRanked || (hasIdentifier && least === null))
    const isDoubted = latinWords.has(word) && doubtOf(words[at - 1]) !== undefined
    const isRegistered = isRanked && hasIdentifier && !stageWords.has(word) && end === words.length
    if (isLatin || isDoubted || isRegistered || surelySpecies.has(`${words[first]} ${word}`)) sure.add(word)
  }
  return sure
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

function leadingDoubt(words: Words): number {
  let at = 0
  while (at < words.length && doubtOf(words[at]) !== undefined && (words[at] === '?' || isAbbreviated(words[at] ?? ''))) at++
  return at
}

/**
 * Whether a text names several taxa: `Munida or Munidopsis`, `Galatheidae/Munididae`, `Pennatula & Virgularia`. None of them is certain,
 * nor is any taxon above them.
 */
function isOfSeveral(words: Words): boolean {
  const parted = words.flatMap(word => (slashed.test(word) ? word.split(/(\/)/) : [word]))
  return parted.some((sign, at) => {
    if (at === 0 || !between.test(sign)) return false
    const left = named(asWords(parted.slice(0, at), words.epithets))
    const mayBeAuthors = words.length < parted.length || joining.test(sign)
    if (left.name === null || left.rest !== '' || (left.authorship !== '' && mayBeAuthors)) return false
    const [next = '', afterNext] = [(parted[at + 1] ?? '').replace(/[,;:)]+$/, ''), isEpithet(asWords(parted, words.epithets), at + 2)]
    const genus = left.name.replace(/^× /, '').split(' ')[0] ?? ''
    if (/^\p{Lu}\.$/u.test(next)) return afterNext && next[0] !== genus[0]
    if (uninomial.test(next) && !freeWords.has(next.toLowerCase())) return next !== genus || !afterNext
    return alternative.test(sign) && freeWords.has(next.toLowerCase())
  })
}

const between = /^(?:or|oder|ou|eller|vs\.?|\/|\+|&|and|et|[×✕x])$/
const joining = /^(?:&|and|et)$/
const alternative = /^(?:or|oder|ou|eller|vs\.?)$/
const slashed = /^[\p{L}-]+(?:\/\p{Lu}\p{Ll}[\p{Ll}-]+)+,?$/u

/** Parts of a text whose genus is uncertain, so that no taxon is certain. */
function doubtful(words: Words, marks: number): Partial<Found> {
  const candidate = words.slice(marks)
  const { name, qualifier, rest } = named(
    asWords(
      candidate.map((word, at) => (at === 0 ? word.replace(/\?$/, '') : word)),
      words.epithets
    )
  )
  if (name === null) return {}
  const [first = '', ...others] = [name, qualifier].filter(Boolean).join(' ').split(' ')
  const start = (candidate[0] ?? '').endsWith('?') ? `${first}?` : first
  const signs = words.slice(0, marks).map(word => doubtOf(word) ?? word)
  return { qualifier: [...signs, start, ...others].join(' ').replace(/(?<!\S)\? (?=\p{L})/gu, '?'), rest }
}

function named(words: Words): Found {
  const none: Found = { name: null, rank: null, authorship: '', qualifier: '', rest: words.join(' ') }
  if (isPrefix(words[0] ?? '') || (looseRank.test(words[0] ?? '') && higherRank(words[1] ?? ''))) {
    const found = named(asWords(words.slice(1), words.epithets))
    if (found.name === null) return none
    if (words[0] === status) return { ...found, rest: [status, found.rest].filter(Boolean).join(' ') }
    const rank = (words[0] ?? '').toLowerCase().replace(/:$/, '')
    const isFitting = wordsOfRank(rankBefore(rank) ?? rank) === countedWords(found.name)
    return { ...found, rank: found.rank ?? (isFitting ? (rankBefore(rank) ?? rank) : null) }
  }
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

/** Whether a word is English here. Some genera are also English words: `Anemone albana Steven` is a name, but `Anemone` alone is not. */
function isEnglish(words: Words, at: number): boolean {
  if (!freeWords.has(keyOf(words[at] ?? ''))) return false
  return !isEpithet(words, at + 1) || endOfAuthors(words, at + 2) === at + 2
}

function higherRank(word: string): { rank: string | null } | null {
  const plain = word.toLowerCase()
  for (const [ending, rank] of rankEndings) if (plain.length > ending.length + 2 && plain.endsWith(ending)) return { rank }
  return highTaxa.has(plain) ? { rank: null } : null
}

/** Reads the subgenus and species of a genus, and ranks below. */
function species(found: Found, words: Words, from: number): Found {
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

/** Reads ranks below the species. Of several ranks, only the lowest is part of the name. */
function below(found: Found, genus: Found, words: Words, from: number): Found {
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

/** Withdraws the last epithet if the qualifier after it makes it uncertain: of `Psychropotes longicauda sp. inc.`, only the genus is certain. */
function uncertain(found: Found, above: Found, words: Words, from: number): Found {
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

const isMarker = (words: Words, at: number) => rankMarkers.has(keyOf(words[at] ?? '')) && isEpithet(words, at + 1)

const isAlternative = (words: Words, at: number) =>
  isEpithet(words, at) || (/^\p{Lu}(?:\p{Ll}+|\.)$/u.test(words[at] ?? '') && isEpithet(words, at + 1))

/**
 * Whether brackets contain an author, not a subgenus. `(Pyrobombus)` is a subgenus, `(Linnaeus, 1758)` and `(Nutt.) Koch` are authors. A
 * subgenus is followed by a name, an author in brackets by another author.
 */
function isAuthorInBrackets(words: Words, at: number): boolean {
  const inside = (words[at] ?? '').slice(1, -1)
  const next = words[at + 1]
  if (freeWords.has(inside.toLowerCase())) return true
  return next !== undefined && endOfAuthors(words, at + 1) > at + 1 && !/\d{4}/.test(words.slice(at + 1).join(' '))
}

/** Whether the word can be an epithet here: in lower case, and no English word, qualifier or author particle. */
function isEpithet(words: Words, at: number): boolean {
  const word = words[at]
  if (word === undefined) return false
  if (/[,;:]$/.test(words[at - 1] ?? '')) return false
  const plain = word.replace(/[?,;:]+$/, '').split('/')[0] ?? ''
  if (!epithet.test(plain) || word.endsWith('.')) return false
  if (words.epithets.has(plain)) return true
  if (freeWords.has(plain) || english.test(plain) || doubtMarks.has(plain) || openMarks.has(plain)) return false
  if (rankMarkers.has(plain)) return false
  return !authorWords.has(plain) || endOfAuthors(words, at) === at
}

const epithetOf = (word: string | undefined) => (word ?? '').replace(/[,;:]+$/, '')

/** Whether a word is an uncertain epithet, such as `morhua?` and `morhua/ogac`. */
const isDoubted = (words: Words, at: number) => /[?/]/.test(words[at] ?? '')

function withTail(found: Found, words: Words, from: number): Found {
  const end = endOfAuthors(words, from)
  if (isIncertum(found, words, end))
    return { ...found, name: null, rank: null, qualifier: [found.name, ...words.slice(end)].join(' '), rest: '' }
  const { isBelow, ...open } = tail(words, end, false)
  return { ...found, authorship: writtenAuthors(words.slice(from, end)), rank: found.rank ?? (isBelow ? 'genus' : null), ...open }
}

/** Whether the only taxon of the text is the uncertain one: `Psychropotes gen. inc.`, `Gadidae fam. inc.` */
function isIncertum({ name, rank }: Found, words: Words, at: number): boolean {
  if (name === null || name.includes(' ') || keyOf(words[at + 1] ?? '') !== 'inc') return false
  const key = keyOf(words[at] ?? '')
  return (key === 'gen' && !higherRank(name)) || (key === 'fam' && rank === 'family')
}

/**
 * Reads the words after a name and its author: qualifiers with their epithets or codes, and other words.
 * @param isOpen whether the words begin within a qualifier
 */
function tail(words: Words, from: number, isOpen: boolean): Pick<Found, 'qualifier' | 'rest'> & { isBelow: boolean } {
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

/** Whether a word belongs to the status of a name, such as `nom. nud.` or `comb. nov.`, which does not express doubt about an organism. */
function isStatus(words: Words, at: number): boolean {
  const before = keyOf(words[at - 1] ?? '')
  return keyOf(words[at] ?? '') === 'nov' && /^(comb|stat|nom|syn)$/.test(before)
}

function markOf(words: Words, at: number): string | undefined {
  const word = words[at] ?? ''
  const key = keyOf(word)
  const isRank = (place: number) => /^(?:sp|gen|fam|ssp)$/.test(keyOf(words[place] ?? ''))
  if (key === 'n') return isRank(at + 1) || isRank(at - 1) ? 'n.' : undefined
  if (key === 'species' && /^(?:complex|group|aggregate)$/.test(keyOf(words[at + 1] ?? ''))) return 'species'
  return openMarks.get(key)
}

/** Whether a word is the code of a morphospecies: `1`, `A`, `IV`, `MB-12`, `#3`, `α`. */
function isCode(given: string): boolean {
  const word = given.replace(/[,;:]+$/, '')
  if (/^#?(?:\p{Lu}|[a-z]|[α-ω]|[IVX]{1,5}|no\.?)$/u.test(word) || /^\p{Lu}{2,}[-_]?\p{Lu}*$/u.test(word)) return true
  return /^[#\p{L}\p{N}._:/-]{1,30}$/u.test(word) && /\d/.test(word) && !/^(?:1[5-9]|20)\d\d$/.test(word)
}
