const above =
  /^(?:giga|mega|super|sub|subter|infra|parv|parvo|micro|nano|hypo|epi|notho)?(?:domain|kingdom|phylum|division|class|cohort|order|family|tribe|genus|section|series)$/
const ofSpecies = /^(?:(?:notho|super)?species(?: ?(?:complex|group|aggregate))?|sp)$/
const below = /^(?:(?:notho|infra)?subspecies|ssp|subsp|natio|(?:notho|sub)?(?:variety|var)|varietas|(?:sub)?(?:forma?|f)|mutatio|race)$/

/**
 * Number of words in a name of a rank, without the subgenus; null for an unknown rank.
 * Sources: ICZN articles 4 and 5, ICN articles 20, 23 and 24; the ranks of WoRMS.
 */
export function wordsOfRank(rank: string | null | undefined): 1 | 2 | 3 | null {
  const plain = (rank ?? '').toLowerCase().replace(/\.$| \(.*$/, '')
  if (above.test(plain)) return 1
  if (ofSpecies.test(plain)) return 2
  return below.test(plain) ? 3 : null
}

const latinRanks: Record<string, string> = { regnum: 'kingdom', classis: 'class', ordo: 'order', familia: 'family', subordo: 'suborder' }
const beforeName =
  /^(?:(?:super|sub|infra|parv|micro|nano|hypo|epi)?(?:kingdom|phylum|class|order|family)|(?:super|sub)?tribe|(?:sub)?genus|species)$/

/** Rank that a word before a name denotes; null for other words. */
export function rankBefore(word: string): string | null {
  const plain = word.toLowerCase().replace(/:$/, '')
  return latinRanks[plain] ?? (beforeName.test(plain) ? plain : null)
}

/** Number of words in a name that determine its rank: genus and epithets, without subgenus, hybrid sign or rank marker. */
export const countedWords = (name: string): number => name.split(' ').filter(word => /^[\p{L}\d][^.]*$/u.test(word)).length
