import { withheldName } from '../../generalisations/as-shown.ts'
import { shownPlaces } from '../../generalisations/shown-places.ts'
import type { Sight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import type { Cells } from './columns.ts'

/** Labels and sites of a project, by their names. */
export interface NamesOfProject {
  /** Label of the taxon that a row names; null without one, or with several. */
  labelOf(cells: Cells): string | null
  siteNamed(name: string): string | null
  nameOfLabel(id: string): string
}

const keyOf = (name: string) => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
/** Identifier of a taxon: an LSID of WoRMS, or the bare AphiaID. */
const taxonKey = (id: string) => /(\d+)$/.exec(id)?.[1] ?? ''

/** Reads the names of a project. Sites have the names that the viewer gets. */
export async function namesOfProject(db: Database, { projectId, places }: Sight): Promise<NamesOfProject> {
  const labels = await db
    .selectFrom('label')
    .select(['id', 'name', 'scientific_name', 'scientific_name_id'])
    .where('project_id', '=', projectId)
    .execute()
  const sites = await db.selectFrom('site').select(['id', 'name']).where('project_id', '=', projectId).execute()
  const gridOf = await (await shownPlaces(db, projectId, places)).ofSites()
  const siteIds = new Map(sites.map(({ id, name }) => [keyOf(gridOf(id) === null ? name : withheldName(id)), id]))
  const byName = unambiguous(labels.map(({ id, name }) => [keyOf(name), id]))
  const byScientificName = unambiguous(labels.map(({ id, scientific_name: name }) => [keyOf(name ?? ''), id]))
  const byTaxon = unambiguous(labels.map(({ id, scientific_name_id: taxon }) => [taxonKey(taxon ?? ''), id]))
  const names = new Map(labels.map(({ id, name }) => [id, name]))
  return {
    labelOf: ({ scientificNameID, vernacularName, scientificName, verbatimIdentification }) => {
      const given = [vernacularName, scientificName, verbatimIdentification].filter(name => name !== undefined).map(keyOf)
      const found = [
        byTaxon.get(taxonKey(scientificNameID ?? '')),
        ...given.map(name => byName.get(name)),
        ...given.map(name => byScientificName.get(name))
      ]
      return found.find(id => id !== undefined) ?? null
    },
    siteNamed: name => siteIds.get(keyOf(name)) ?? null,
    nameOfLabel: id => names.get(id) ?? ''
  }
}

/** Ids by their keys, without empty keys and those of several ids. */
function unambiguous(entries: readonly [string, string][]): Map<string, string> {
  const groups = Map.groupBy(entries, ([key]) => key)
  return new Map([...groups].flatMap(([key, found]) => (key !== '' && found.length === 1 ? [found[0] as [string, string]] : [])))
}
