import { codeOfQualifier, markOfQualifier } from '../../../shared/taxonomy/qualifiers.ts'
import { parseScientificName } from '../../../shared/taxonomy/scientific-name.ts'
import type { LabelState } from './rows.ts'

/** The fields of a label that identify its taxon. */
export type Naming = Pick<
  LabelState,
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
 * from which only English words would go.
 */
export function withCleanName<N extends Naming>(naming: N): N {
  const given = naming.scientificName
  if (given === null) return naming
  const { name, rank, authorship, qualifier, rest } = parseScientificName(given)
  if (name === given || (name === null && qualifier === '')) return naming
  if (qualifier === '' && rest !== '' && naming.scientificNameID !== null) return naming
  const isOther = name === null || (qualifier !== '' && rank === 'genus' && naming.taxonRank !== 'genus')
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

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()
