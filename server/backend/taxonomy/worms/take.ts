import type { TakenTaxon } from '../../../../shared/contracts/worms.ts'
import { InvalidRequest } from '../../../lib/errors.ts'
import type { GivenLabel, GivenList } from '../import/given.ts'
import { aphiaIdOf, lsidOf, tidyName } from '../names.ts'
import type { LabelState } from '../rows.ts'
import { type AphiaClassification, type AphiaRecord, namesAtOnce, type WormsClient } from './client.ts'
import { environmentsOf, rankOf, vernacularOf } from './records.ts'

const mainRanks = new Set(['kingdom', 'phylum', 'class', 'order', 'family', 'genus'])
const mostNames = 200

export type Ranks = 'main' | 'all' | 'none'

/**
 * Reads the taxa of the given AphiaIDs as a list. Each has its accepted name, its higher taxa, its synonyms and its vernacular names.
 * @throws InvalidRequest for an AphiaID that WoRMS does not have
 * @throws WormsUnreachable | WormsUnreadable
 */
export async function listOfTaxa(worms: WormsClient, aphiaIds: readonly number[], ranks: Ranks): Promise<GivenList> {
  const given = new Map<number, GivenLabel>()
  for (const [index, requestedId] of aphiaIds.entries()) {
    const record = await worms.record(requestedId)
    const aphiaId = record?.valid_AphiaID ?? record?.AphiaID
    const accepted = record && aphiaId !== record.AphiaID && aphiaId ? await worms.record(aphiaId) : record
    if (!accepted?.scientificname) throw new InvalidRequest([{ path: `/aphiaIds/${index}`, message: `WoRMS has no taxon ${requestedId}` }])
    const above = ranks === 'none' ? [] : await taxaAbove(worms, accepted.AphiaID, ranks)
    const records = await recordsOf(
      worms,
      above.map(taxon => taxon.AphiaID).filter(id => !given.has(id))
    )
    let parentId: number | null = null
    for (const taxon of above) {
      if (!given.has(taxon.AphiaID)) add(taxon.AphiaID, parentId, stateOfHigher(taxon, records.get(taxon.AphiaID)))
      parentId = taxon.AphiaID
    }
    const state = stateOf(accepted)
    const [synonyms, vernaculars] = [await worms.synonyms(accepted.AphiaID), await worms.vernaculars(accepted.AphiaID)]
    const names = new Set(synonyms.flatMap(({ scientificname }) => (scientificname ? [tidyName(scientificname)] : [])))
    add(accepted.AphiaID, parentId, {
      ...state,
      synonyms: [...names].slice(0, mostNames),
      vernacularNames: vernaculars.map(vernacularOf).slice(0, mostNames)
    })
  }
  const labels = [...given.values()]
  return { rowCount: labels.length, labels, unusable: [], leftOut: [] }

  function add(aphiaId: number, parentId: number | null, state: GivenLabel['state']): void {
    const parent = parentId === null ? null : { by: 'key' as const, value: keyOf(parentId) }
    given.set(aphiaId, { row: given.get(aphiaId)?.row ?? given.size + 1, key: keyOf(aphiaId), parent, above: [], acceptedKey: null, state })
  }
}

/** Describes each taxon of a list from WoRMS, as a basis for the user's decision. */
export function takenTaxa({ labels }: GivenList): TakenTaxon[] {
  const idOf = new Map(labels.flatMap(({ key, state }) => (key === null ? [] : [[key, aphiaIdOf(state.scientificNameID ?? null)]])))
  return labels.flatMap(({ row, parent, state }) => {
    const aphiaId = aphiaIdOf(state.scientificNameID ?? null)
    if (aphiaId === null) return []
    const { name, scientificNameAuthorship = null, taxonRank = null, synonyms = [], vernacularNames = [] } = state
    const parentAphiaId = (parent && idOf.get(parent.value)) ?? null
    return { row, aphiaId, parentAphiaId, scientificName: name, scientificNameAuthorship, taxonRank, synonyms, vernacularNames }
  })
}

const keyOf = (aphiaId: number) => `aphia ${aphiaId}`

/** Returns the higher taxa of a taxon, highest first. */
async function taxaAbove(worms: WormsClient, aphiaId: number, ranks: Ranks): Promise<AphiaClassification[]> {
  const above: AphiaClassification[] = []
  for (let taxon = await worms.classification(aphiaId); taxon && taxon.AphiaID !== aphiaId; taxon = taxon.child) {
    const isRoot = rankOf(taxon.rank) === 'superdomain' // “Biota”, the root of the tree
    if (ranks === 'all' ? !isRoot : mainRanks.has(rankOf(taxon.rank) ?? '')) above.push(taxon)
  }
  return above
}

async function recordsOf(worms: WormsClient, aphiaIds: readonly number[]): Promise<Map<number, AphiaRecord>> {
  const records = aphiaIds.length === 0 ? [] : await worms.recordsByIds(aphiaIds.slice(0, namesAtOnce))
  return new Map(records.map(record => [record.AphiaID, record]))
}

type GivenState = Partial<LabelState> & { name: string }

function stateOfHigher(taxon: AphiaClassification, record: AphiaRecord | undefined): GivenState {
  if (record?.scientificname) return stateOf(record)
  const name = tidyName(taxon.scientificname)
  const taxonRank = rankOf(taxon.rank)
  return { name, scientificName: name, scientificNameID: lsidOf(taxon.AphiaID), ...(taxonRank !== null && { taxonRank }) }
}

function stateOf(record: AphiaRecord): GivenState {
  const name = tidyName(record.scientificname ?? '').slice(0, 200)
  const taxonRank = rankOf(record.rank)
  return {
    name,
    scientificName: name,
    scientificNameID: lsidOf(record.AphiaID),
    environments: environmentsOf(record),
    ...(record.authority && { scientificNameAuthorship: tidyName(record.authority).slice(0, 200) }),
    ...(taxonRank !== null && { taxonRank: taxonRank.slice(0, 50) }),
    ...(record.status && { taxonomicStatus: record.status.slice(0, 60) })
  }
}
