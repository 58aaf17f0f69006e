import type { Label, LabelVersion } from '../../../shared/contracts/taxonomy.ts'

/** Plain explanations of open nomenclature. Source: Sigovini et al. 2016, doi:10.1111/2041-210X.12594. */
export const qualifierWords: Record<NonNullable<Label['identificationQualifier']>, string> = {
  'cf.': 'similar to this taxon; to be compared with it',
  'aff.': 'related to this taxon, but different',
  'nr.': 'close to this taxon',
  '?': 'possibly this taxon',
  'sp.': 'one unidentified species',
  'spp.': 'several unidentified species',
  'sp. inc.': 'species uncertain',
  'gen. inc.': 'genus uncertain',
  'sp. nov.': 'a new species, not yet named',
  'gen. nov.': 'a new genus, not yet named',
  'stet.': 'not identified further',
  'indet.': 'cannot be determined from this image',
  'agg.': 'one of an aggregate of species',
  's.l.': 'in the broad sense',
  's.str.': 'in the strict sense'
}

/** Categories of the IUCN Red List. */
export const conservationWords: Record<NonNullable<Label['conservationStatus']>, string> = {
  NE: 'not evaluated',
  DD: 'data deficient',
  LC: 'least concern',
  NT: 'near threatened',
  VU: 'vulnerable',
  EN: 'endangered',
  CR: 'critically endangered',
  EW: 'extinct in the wild',
  EX: 'extinct'
}

export const environmentWords: Record<Label['environments'][number], string> = {
  marine: 'Marine',
  brackish: 'Brackish',
  freshwater: 'Freshwater',
  terrestrial: 'Terrestrial'
}

export const deedWords: Record<LabelVersion['kind'], string> = {
  create: 'added it',
  revise: 'changed it',
  promote: 'gave it a scientific name',
  merge: 'merged another label into it',
  import: 'imported it from a list',
  undo: 'undid the import',
  remove: 'deleted it'
}

/** Returns the English name of a language, or the code itself if it is unknown. Empty for `und`. */
export function languageName(code: string): string {
  if (code === 'und') return ''
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}
