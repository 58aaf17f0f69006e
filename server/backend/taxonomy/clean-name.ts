import type { LabelDraft } from '../../../shared/contracts/taxonomy.ts'
import { codeOfQualifier, markOfQualifier } from '../../../shared/taxonomy/qualifiers.ts'
import { countedWords, wordsOfRank } from '../../../shared/taxonomy/rank-words.ts'
import { type ParsedName, parseScientificName } from '../../../shared/taxonomy/scientific-name.ts'
import { aphiaIdOf } from './names.ts'

/** The fields of a label that identify its taxon. */
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
 * Takes author, qualifier and other words out of a scientific name; what a field of their own holds already, stays. Words that would be
 * lost become the verbatim identification. A text in which no name is found stays as it is, and so does a name with a WoRMS identifier
 * from which only English words would go, unless the rank shows that they are no part of it. Identifier, author and rank of a lower taxon
 * do not stay with a name above it.
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

/** Whether a name is not that of the taxon which identifier, author and rank beside the text are of, but of one above it, or of none. */
export function isOtherTaxon({ name, rank, qualifier }: ParsedName, given: string | null): boolean {
  if (name === null || countedWords(name) < (wordsOfRank(given) ?? 1)) return true
  const isDoubted = rank === 'genus' || /^(?:cf\.|aff\.|nr\.|\?)$/.test(markOfQualifier(qualifier) ?? '')
  return qualifier !== '' && rank !== null && rank !== given && isDoubted
}

/** Facts of a label that show which words of its scientific name are a name. */
export const knownOf = ({ taxonRank, scientificNameID }: Pick<Naming, 'taxonRank' | 'scientificNameID'>) => ({
  rank: taxonRank,
  hasIdentifier: aphiaIdOf(scientificNameID) !== null
})

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()
