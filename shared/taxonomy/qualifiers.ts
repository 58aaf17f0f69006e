/** Marks of open nomenclature that a catalog keeps. Sources: Sigovini et al. 2016; for images Horton et al. 2021. */
export const qualifierMarks = [
  ...(['cf.', 'aff.', 'nr.', '?', 'sp.', 'spp.', 'sp. inc.', 'gen. inc.', 'sp. nov.', 'gen. nov.'] as const),
  ...(['stet.', 'indet.', 'agg.', 's.l.', 's.str.'] as const)
] as const

export type QualifierMark = (typeof qualifierMarks)[number]

/** The first that a qualifier holds is its mark. */
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

/** The mark of a qualifier as `parseScientificName` gives it: `cf.` of `cf. morhua`, `sp.` of `sp. 1`; null for none of them. */
export const markOfQualifier = (qualifier: string): QualifierMark | null => forms.find(([form]) => form.test(qualifier))?.[1] ?? null

const code =
  /(?:^|\s)(?:spp?\.|msp\.|morphotype|morphospecies|morph|otu|nov\.|n\.|indet\.|inc\.)\s(?:no\.?\s)?(?!(?:cf|aff|nov|n|nr|inc|indet|stet)\b)(\S*\d\S*|\p{Lu}\S*|\p{Ll})(?=\s|$)/iu

/** The code of a morphospecies in a qualifier: `1` of `sp. 1`, `OTU-12`; null when there is none. */
export function codeOfQualifier(qualifier: string): string | null {
  return /^(?:OTU|MSP|morph\p{L}*)[-_#]?\d\S*/iu.exec(qualifier)?.[0] ?? code.exec(qualifier)?.[1] ?? null
}
