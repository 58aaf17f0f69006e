/** Qualifiers of open nomenclature that a catalog stores. Sources: Sigovini et al. 2016; for images Horton et al. 2021. */
export const qualifierMarks = [
  ...(['cf.', 'aff.', 'nr.', '?', 'sp.', 'spp.', 'sp. inc.', 'gen. inc.', 'sp. nov.', 'gen. nov.'] as const),
  ...(['stet.', 'indet.', 'agg.', 's.l.', 's.str.'] as const)
] as const

export type QualifierMark = (typeof qualifierMarks)[number]

/** Forms of the qualifiers. The first form that occurs in a text determines its qualifier. */
const forms: readonly (readonly [form: RegExp, mark: QualifierMark])[] = [
  [/(?:^|\s)gen\. inc\./, 'gen. inc.'],
  [/(?:^|\s)fam\. inc\./, 'indet.'],
  [/(?:^|\s)inc\./, 'sp. inc.'],
  [/(?:^|\s)stet\./, 'stet.'],
  [/(?:^|\s)(?:indet\.|incertae|ssp\.$|subsp\.$)/, 'indet.'],
  [/(?:^|\s)cf\./, 'cf.'],
  [/(?:^|\s)aff\./, 'aff.'],
  [/(?:^|\s)(?:nr|prox)\./, 'nr.'],
  [/\?/, '?'],
  [/(?:^|\s)(?:sp\. nov\.|sp\. n\.|n\. sp\.|nov\. sp\.)/, 'sp. nov.'],
  [/(?:^|\s)(?:gen\. nov\.|gen\. n\.|n\. gen\.|nov\. gen\.)/, 'gen. nov.'],
  [/(?:^|\s)(?:agg\.|complex|group)/, 'agg.'],
  [/(?:^|\s)(?:s\.l\.|sensu lato)/, 's.l.'],
  [/(?:^|\s)(?:s\.s\.|s\.str\.|sensu stricto)/, 's.str.'],
  [/(?:^|\s)spp\./, 'spp.'],
  [/(?:^|\s)(?:sp|gen|fam)\./, 'sp.'],
  [/\/|(?:^|\s)(?:×|or|\+|vs\.?)\s/, '?']
]

/** Standard qualifier in a text from `parseScientificName`: `cf.` of `cf. morhua`, `sp.` of `sp. 1`; null without one. */
export const markOfQualifier = (qualifier: string): QualifierMark | null => forms.find(([form]) => form.test(qualifier))?.[1] ?? null

const code =
  /(?:^|\s)(?:spp?\.|msp\.|morphotype|morphospecies|morph|otu|nov\.|n\.|indet\.|inc\.)\s(?:no\.?\s)?(?!(?:cf|aff|nov|n|nr|inc|indet|stet)\b)(\S*\d\S*|\p{Lu}\S*|\p{Ll})(?=\s|$)/iu

/** Code of a morphospecies in a qualifier: `1` of `sp. 1`, `OTU-12`; null without one. */
export function codeOfQualifier(qualifier: string): string | null {
  return /^(?:OTU|MSP|morph\p{L}*)[-_#]?\d\S*/iu.exec(qualifier)?.[0] ?? code.exec(qualifier)?.[1] ?? null
}
