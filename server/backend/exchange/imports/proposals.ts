import type { ForeignLabel, LabelTarget } from '../../../../shared/contracts/exchange.ts'
import type { Database } from '../../storage/database.ts'
import { aphiaIdOf, nameKey } from '../../taxonomy/names.ts'
import type { DatasetLabel } from '../dataset.ts'
import { unnamedMember } from '../unnamed-member.ts'

export interface Proposal {
  match: ForeignLabel['match']
  ambiguous: boolean
  target: LabelTarget
  targetName: string | null
}

interface Known {
  id: string
  parentId: string | null
  name: string
  /** True for a name with a qualifier, or for a morphospecies. Such a label is not the taxon itself. */
  isOpen: boolean
}

type Index = Map<string, Known[]>

/** Returns a function that finds the catalog label corresponding to a label of a file. */
export async function labelProposer(db: Database, projectId: string): Promise<(label: DatasetLabel, isNeeded: boolean) => Proposal> {
  const rows = await db
    .selectFrom('label')
    .select(['id', 'parent_id', 'name', 'scientific_name', 'scientific_name_id', 'synonyms', 'identification_qualifier', 'morphospecies'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  const byId = new Map<string, Known>()
  const [byIdentifier, byName, byScientificName, bySynonym]: [Index, Index, Index, Index] = [new Map(), new Map(), new Map(), new Map()]
  for (const row of rows) {
    const isOpen = row.identification_qualifier !== null || row.morphospecies !== null
    const label = { id: row.id, parentId: row.parent_id, name: row.name, isOpen }
    byId.set(row.id, label)
    const aphiaId = aphiaIdOf(row.scientific_name_id)
    if (aphiaId !== null && !isOpen) enter(byIdentifier, String(aphiaId), label)
    enter(byName, nameKey(row.name), label)
    if (row.scientific_name !== null && !isOpen) enter(byScientificName, nameKey(row.scientific_name), label)
    if (row.synonyms !== '[]') for (const synonym of JSON.parse(row.synonyms) as string[]) enter(bySynonym, nameKey(synonym), label)
  }

  return function propose({ id, name, path, taxon }, isNeeded) {
    const aphiaId = aphiaIdOf(taxon?.scientificNameID ?? id)
    const scientificName = nameKey(taxon?.scientificName ?? name)
    const isCalledSo = !taxon || scientificName === nameKey(name)
    const isOpen = Boolean(taxon?.identificationQualifier ?? taxon?.morphospecies)
    const isTaxon = isCalledSo && !isOpen
    const named = byName.get(nameKey(name))?.filter(each => !taxon || !isCalledSo || each.isOpen === isOpen)
    const ways: [ForeignLabel['match'], Known[] | undefined][] = [
      ['identifier', isTaxon ? byIdentifier.get(String(aphiaId)) : undefined],
      ['name', named],
      ['scientificName', isTaxon ? byScientificName.get(scientificName) : undefined],
      ['synonym', bySynonym.get(nameKey(name)) ?? (isTaxon ? bySynonym.get(scientificName) : undefined)]
    ]
    for (const [match, candidates] of ways) {
      if (!candidates?.length) continue
      const inPlace = candidates.filter(({ parentId }) => nameKey(byId.get(parentId ?? '')?.name ?? '') === nameKey(path.at(-1) ?? ''))
      const [best, ...others] = inPlace.length > 0 ? inPlace : candidates
      if (best) return { match, ambiguous: others.length > 0, target: { kind: 'existing', labelId: best.id }, targetName: best.name }
    }
    return { match: null, ambiguous: false, target: { kind: isNeeded ? 'new' : 'leaveOut' }, targetName: null }
  }
}

function enter(index: Index, key: string, label: Known): void {
  const there = index.get(key)
  if (there) there.push(label)
  else index.set(key, [label])
}

/** Reads the accounts of a project's members by name and by e-mail address, in lower case. */
export async function memberNames(db: Database, projectId: string): Promise<Map<string, string>> {
  const members = await db
    .selectFrom('project_member')
    .innerJoin('account', 'account.id', 'project_member.account_id')
    .select(['account.id', 'account.name', 'account.email'])
    .where('project_id', '=', projectId)
    .execute()
  return new Map(
    members.flatMap(({ id, name, email }) =>
      [name, email, unnamedMember(id)].flatMap(each => (each ? [[each.toLowerCase(), id] as const] : []))
    )
  )
}
