import type { LabelEdit } from '../../../../shared/contracts/taxonomy.ts'
import type { NameCheck, WormsTaxon } from '../../../../shared/contracts/worms.ts'

/** The name that WoRMS uses for a taxon. */
export interface UsedName {
  aphiaId: number
  name: string
  authorship: string | null
}

export function usedName({ aphiaId, scientificName, scientificNameAuthorship, ...accepted }: WormsTaxon): UsedName {
  const { acceptedAphiaId, acceptedName, acceptedAuthorship } = accepted
  if (acceptedAphiaId === null || acceptedAphiaId === aphiaId || acceptedName === null)
    return { aphiaId, name: scientificName, authorship: scientificNameAuthorship }
  return { aphiaId: acceptedAphiaId, name: acceptedName, authorship: acceptedAuthorship }
}

/** Returns the candidates to choose from, one for each name that WoRMS uses. */
export function usedNames(candidates: readonly WormsTaxon[]): { taxon: WormsTaxon; used: UsedName }[] {
  const byId = new Map(candidates.map(taxon => [usedName(taxon).aphiaId, { taxon, used: usedName(taxon) }]))
  return [...byId.values()]
}

/** Returns the LSID of a taxon. Source: WoRMS web service, https://www.marinespecies.org/aphia.php?p=webservice. */
const lsidOf = (aphiaId: number) => `urn:lsid:marinespecies.org:taxname:${aphiaId}`

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/**
 * Builds the edit that gives a label the name used by WoRMS. The old name becomes a synonym. A label named after the old name is
 * renamed too. The team's open nomenclature (cf., aff., …) is kept.
 */
export function nameEdit(
  { revision, name, scientificName }: Pick<NameCheck, 'revision' | 'name' | 'scientificName'>,
  taxon: WormsTaxon,
  synonyms: readonly string[]
): LabelEdit {
  const used = usedName(taxon)
  const before = scientificName ?? name
  const isItself = used.aphiaId === taxon.aphiaId
  const kept = [...synonyms.filter(each => !isSame(each, used.name)), ...(synonyms.some(each => isSame(each, before)) ? [] : [before])]
  return {
    revision,
    scientificName: used.name,
    scientificNameAuthorship: used.authorship,
    scientificNameID: lsidOf(used.aphiaId),
    taxonomicStatus: isItself ? (taxon.taxonomicStatus ?? 'accepted') : 'accepted',
    acceptedNameUsage: null,
    acceptedNameUsageID: null,
    ...(isItself && taxon.taxonRank !== null && { taxonRank: taxon.taxonRank }),
    ...(!isSame(before, used.name) && { synonyms: kept }),
    ...(name === before && name !== used.name && { name: used.name })
  }
}

/**
 * Builds the edit that keeps the unaccepted name of a label with its identifier, and adds the accepted name. In Darwin Core,
 * `scientificNameID` identifies the given name, and `acceptedNameUsageID` the accepted one.
 */
export function keptNameEdit(
  { revision, name, scientificName }: Pick<NameCheck, 'revision' | 'name' | 'scientificName'>,
  taxon: WormsTaxon
): LabelEdit {
  const used = usedName(taxon)
  return {
    revision,
    scientificName: scientificName ?? name,
    scientificNameAuthorship: taxon.scientificNameAuthorship,
    scientificNameID: lsidOf(taxon.aphiaId),
    taxonomicStatus: taxon.taxonomicStatus ?? 'unaccepted',
    acceptedNameUsage: used.name,
    acceptedNameUsageID: lsidOf(used.aphiaId),
    ...(taxon.taxonRank !== null && { taxonRank: taxon.taxonRank })
  }
}
