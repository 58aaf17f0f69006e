import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'

/** Ranks whose names stand in italics. Source: International Code of Zoological Nomenclature, recommendation B6. */
const italicRanks = new Set(['genus', 'subgenus', 'species', 'subspecies', 'variety', 'subvariety', 'form', 'subform'])

/** A name with no rank of its own counts as one of a genus or below when it has two words, as `Acropora secale` has. */
const looksBinomial = /^[A-Z][a-z-]+ [a-z-]+$/

export type NamedLabel = Pick<OutlineLabel, 'name' | 'scientificName' | 'taxonRank' | 'identificationQualifier' | 'morphospecies'>

/** A label as it is written: genera and below in italics; what is open of the name, and codes, upright. */
export function TaxonName({ label }: { label: NamedLabel }) {
  const { name, scientificName, identificationQualifier, morphospecies } = label
  if (name !== scientificName) return <span>{name}</span>
  const words = name.split(' ')
  const qualifier = identificationQualifier && !name.includes(identificationQualifier) ? identificationQualifier : null
  const isInside = (qualifier === 'cf.' || qualifier === 'aff.') && words.length > 1
  return (
    <span>
      {isInside ? (
        <>
          {written(words.slice(0, -1).join(' '), label)} {qualifier} {written(words.at(-1) ?? '', label)}
        </>
      ) : (
        <>
          {written(name, label)}
          {qualifier && ` ${qualifier}`}
        </>
      )}
      {morphospecies && !name.includes(morphospecies) && ` ${morphospecies}`}
    </span>
  )
}

function written(words: string, { name, taxonRank }: NamedLabel) {
  const isItalic = taxonRank === undefined ? looksBinomial.test(name) : italicRanks.has(taxonRank)
  return isItalic ? <i>{words}</i> : words
}

/** The same as plain text, for titles and messages. */
export function writtenName({ name, scientificName, identificationQualifier, morphospecies }: NamedLabel): string {
  if (name !== scientificName) return name
  const words = name.split(' ')
  const more = morphospecies && !name.includes(morphospecies) ? ` ${morphospecies}` : ''
  if (!identificationQualifier || name.includes(identificationQualifier)) return name + more
  if ((identificationQualifier === 'cf.' || identificationQualifier === 'aff.') && words.length > 1)
    return `${words.slice(0, -1).join(' ')} ${identificationQualifier} ${words.at(-1)}${more}`
  return `${name} ${identificationQualifier}${more}`
}
