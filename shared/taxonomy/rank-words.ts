const above =
  /^(?:giga|mega|super|sub|subter|infra|parv|parvo|micro|nano|hypo|epi|notho)?(?:domain|kingdom|phylum|division|class|cohort|order|family|tribe|genus|section|series)$/
const ofSpecies = /^(?:(?:notho|super)?species(?: ?(?:complex|group|aggregate))?|sp)$/
const below = /^(?:(?:notho|infra)?subspecies|ssp|subsp|natio|(?:notho|sub)?(?:variety|var)|varietas|(?:sub)?(?:forma?|f)|mutatio|race)$/

/**
 * Words that a name of a rank has, its subgenus not counted; null for a rank that is not known here.
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

/** The rank that a word before a name is; null for other words. */
export function rankBefore(word: string): string | null {
  const plain = word.toLowerCase().replace(/:$/, '')
  return latinRanks[plain] ?? (beforeName.test(plain) ? plain : null)
}

/** Words of a name as ranks count them: genus and epithets, without subgenus, signs of hybrids and marks of rank. */
export const countedWords = (name: string): number => name.split(' ').filter(word => /^[\p{L}\d][^.]*$/u.test(word)).length
