import type { QualifierMark } from './qualifiers.ts'

/** Fields of a label that make up its written name. Null and absent are equivalent. */
export interface WrittenLabel {
  name: string
  scientificName?: string | null | undefined
  taxonRank?: string | null | undefined
  identificationQualifier?: QualifierMark | null | undefined
  morphospecies?: string | null | undefined
}

export interface NamePart {
  text: string
  isItalic: boolean
}

/** Written name of a label. If the label is named after its taxon, its open nomenclature is included, as in `Gadus cf. morhua`. */
export function writtenName({ name, scientificName, identificationQualifier: mark, morphospecies }: WrittenLabel): string {
  if (name !== scientificName) return name
  const words = name.split(' ')
  if (mark && !name.includes(mark)) {
    const isInside = /^(?:cf\.|aff\.|nr\.|\?)$/.test(mark) && words.length > 1
    words.splice(isInside ? -1 : words.length, 0, mark)
  }
  if (morphospecies && !name.includes(morphospecies)) words.push(morphospecies)
  return words.join(' ')
}

/** Ranks whose names are in italics. Source: International Code of Zoological Nomenclature, recommendation B6. */
const italicRanks = /^(?:sub)?(?:genus|section|series|species|variety|varietas|forma?)$/i
/** Form of a name at genus rank or below, for names without a rank: two words, such as `Acropora secale`. */
const binomial = /^(?:× )?\p{Lu}\p{Ll}+ [(×\p{Ll}\d]/u
const epithet = /^\p{Ll}[\p{Ll}-]+$/u
/** Terms of rank and of doubt before an epithet, which stay upright. */
const upright = /^(?:(?:cf|aff|nr|prox|subsp|ssp|(?:sub)?(?:var|f))\.|[×x]|or|forma)$/
/** Words that withdraw the epithet before them. */
const doubted = /^(?:sp\.|inc\.|[×/]|or)$/

/**
 * Written name of a label in pieces, some of them empty. Words of a name at genus rank or below are italic. Qualifiers, codes and authors are
 * upright.
 */
export function nameParts(label: WrittenLabel): NamePart[] {
  const { scientificName, taxonRank } = label
  const text = writtenName(label)
  const ofName = scientificName?.split(' ') ?? []
  const isItalicTaxon = scientificName && (taxonRank ? italicRanks : binomial).test(taxonRank || scientificName)
  if (!isItalicTaxon || text.split(' ')[0] !== ofName[0]) return [{ text, isItalic: false }]
  let isOpen = false
  const pieces = text.split(/([ ?]+)/).map((word, at, all) => {
    if (at % 2 === 1) return word
    const isOfName = word === ofName[0] && ofName.shift()
    const isDoubted = `${all[at - 1]}${all[at + 1]}`.includes('?') || (at === 2 && doubted.test(all[4] ?? ''))
    isOpen = epithet.test(word) && (isOpen || isDoubted || upright.test(all[at - 2] ?? ''))
    return (isOfName || isOpen) && !upright.test(word) ? `\n${word}\n` : word
  })
  const marked = pieces.join('').replaceAll('\n \n', ' ').split('\n')
  return marked.map((piece, at) => ({ text: piece, isItalic: at % 2 === 1 }))
}
