import type { LabelDraft } from '../../../shared/contracts/taxonomy.ts'
import { codeOfQualifier, markOfQualifier } from '../../../shared/taxonomy/qualifiers.ts'
import { countedWords, wordsOfRank } from '../../../shared/taxonomy/rank-words.ts'
import { type ParsedName, parseScientificName } from '../../../shared/taxonomy/scientific-name.ts'
import { aphiaIdOf } from './names.ts'

/** Fields of a label that identify its taxon. */
export type Naming = Pick<
  Required<LabelDraft>,
  | 'name'
  | 'scientificName'
  | 'scientificNameAuthorship'
  | 'scientificNameID'
  | 'taxonRank'
  | 'identificationQualifier'
  | 'morphospecies'
  | 'verbatimIdentification'
>

/**
 * Splits author, qualifier and other words off a scientific name. Fields that already have values are kept. Words that would be lost become the
 * verbatim identification. Text without a recognised name is not changed. A name that has a WoRMS identifier, other words and no qualifier is not
 * changed either. The exception is a name whose rank shows that the other words are not part of the name. When the remaining name belongs to a higher
 * taxon, identifier, author and rank of the lower taxon are dropped.
 */
export function withCleanName<N extends Naming>(naming: N): N {
  const given = naming.scientificName
  if (given === null) return naming
  const parsed = parseScientificName(given, knownOf(naming))
  const { name, rank, authorship, qualifier, rest } = parsed
  if (name === given || (name === null && qualifier === '')) return naming
  const isOther = isOtherTaxon(parsed, naming.taxonRank)
  const isFitting = !isOther && wordsOfRank(naming.taxonRank) !== null
  if (qualifier === '' && rest !== '' && naming.scientificNameID !== null && !isFitting) return naming
  const kept = [name, authorship].filter(Boolean).join(' ')
  const isLost = lettersOf(kept) !== lettersOf(given) && lettersOf(naming.name) !== lettersOf(given)
  return {
    ...naming,
    scientificName: name,
    scientificNameAuthorship: isOther ? authorship || null : (naming.scientificNameAuthorship ?? (authorship || null)),
    scientificNameID: isOther ? null : naming.scientificNameID,
    taxonRank: rank ?? (isOther ? null : naming.taxonRank),
    identificationQualifier: naming.identificationQualifier ?? markOfQualifier(qualifier),
    morphospecies: naming.morphospecies ?? codeOfQualifier(qualifier)?.slice(0, 60) ?? null,
    verbatimIdentification: naming.verbatimIdentification ?? (isLost ? given : null)
  }
}

/** Whether a parsed name denotes a different taxon from the label's identifier, author and rank: a higher taxon, or none. */
export function isOtherTaxon({ name, rank, qualifier }: ParsedName, given: string | null): boolean {
  if (name === null || countedWords(name) < (wordsOfRank(given) ?? 1)) return true
  const isDoubted = rank === 'genus' || /^(?:cf\.|aff\.|nr\.|\?)$/.test(markOfQualifier(qualifier) ?? '')
  return qualifier !== '' && rank !== null && rank !== given && isDoubted
}

/** Returns facts of a label that help to split its scientific name from other words. */
export const knownOf = ({ taxonRank, scientificNameID }: Pick<Naming, 'taxonRank' | 'scientificNameID'>) => ({
  rank: taxonRank,
  hasIdentifier: aphiaIdOf(scientificNameID) !== null
})

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()
