import type { Label } from '../../../../shared/contracts/taxonomy.ts'
import type { WormsTaxon } from '../../../../shared/contracts/worms.ts'
import type { AphiaRecord, AphiaVernacular } from './client.ts'

/** Converts a rank to lower case, as in Darwin Core. */
export const rankOf = (rank: string | null): string | null => rank?.toLowerCase() || null

export function toTaxon(record: AphiaRecord): WormsTaxon | null {
  if (!record.scientificname) return null
  const { kingdom, phylum, class: classis, order, family, genus } = record
  const higherTaxa = [kingdom, phylum, classis, order, family, genus].filter(name => name !== null && name !== record.scientificname)
  return {
    aphiaId: record.AphiaID,
    scientificName: record.scientificname,
    scientificNameAuthorship: record.authority,
    taxonRank: rankOf(record.rank),
    taxonomicStatus: record.status,
    acceptedAphiaId: record.valid_AphiaID,
    acceptedName: record.valid_name,
    acceptedAuthorship: record.valid_authority,
    higherTaxa: higherTaxa as string[],
    extinct: record.isExtinct === 1,
    matchType: record.match_type
  }
}

export const isAccepted = ({ aphiaId, acceptedAphiaId }: Pick<WormsTaxon, 'aphiaId' | 'acceptedAphiaId'>) =>
  acceptedAphiaId === null || acceptedAphiaId === aphiaId

export function environmentsOf(record: AphiaRecord): Label['environments'] {
  const flags = { marine: record.isMarine, brackish: record.isBrackish, freshwater: record.isFreshwater, terrestrial: record.isTerrestrial }
  return (Object.keys(flags) as (keyof typeof flags)[]).filter(environment => flags[environment] === 1)
}

/** Converts a vernacular name. Its ISO 639-3 code becomes a BCP 47 tag, with two letters where possible; `und` without a valid code. */
export function vernacularOf({ vernacular, language_code: code }: AphiaVernacular): Label['vernacularNames'][number] {
  const language = code && /^[a-z]{2,3}$/.test(code) ? (Intl.getCanonicalLocales(code)[0] ?? 'und') : 'und'
  return { name: vernacular.slice(0, 200), language }
}
