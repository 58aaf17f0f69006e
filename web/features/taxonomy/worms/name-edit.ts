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

/** Names for the choice of a candidate: each name that WoRMS uses, once. */
export function usedNames(candidates: readonly WormsTaxon[]): { taxon: WormsTaxon; used: UsedName }[] {
  const byId = new Map(candidates.map(taxon => [usedName(taxon).aphiaId, { taxon, used: usedName(taxon) }]))
  return [...byId.values()]
}

/** Source: standards of WoRMS, https://www.marinespecies.org/aphia.php?p=webservice. */
const lsidOf = (aphiaId: number) => `urn:lsid:marinespecies.org:taxname:${aphiaId}`

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/**
 * The edit of a label that adopts the name that WoRMS uses: an old name stays as a synonym; a label that was called by it is called by
 * the new one; what the team left open of the name (cf., aff., …) stays open.
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
 * The edit of a label that keeps a name which is not accepted: its own identifier, and the accepted name beside it. Darwin Core has the
 * identifier of the name as it was given in `scientificNameID`, that of the accepted one in `acceptedNameUsageID`.
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
