import { withheldName } from '../../generalisations/as-shown.ts'
import { shownPlaces } from '../../generalisations/shown-places.ts'
import type { Sight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import type { Cells } from './columns.ts'

/** Finds the labels and sites of a project by name. */
export interface NamesOfProject {
  /** Id of the label that matches the taxon of a row; null if none matches. A name that several labels share matches none of them. */
  labelOf(cells: Cells): string | null
  /** Ids of all sites with a name. Surveys may have sites of the same name. */
  sitesNamed(name: string): readonly string[]
  nameOfLabel(id: string): string
}

const keyOf = (name: string) => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
/** Numeric AphiaID from a taxon identifier: a WoRMS LSID or the bare number. */
const taxonKey = (id: string) => /(\d+)$/.exec(id)?.[1] ?? ''

/** Reads the names of a project. Sites have the names that the viewer sees. */
export async function namesOfProject(db: Database, { projectId, places }: Sight): Promise<NamesOfProject> {
  const labels = await db
    .selectFrom('label')
    .select(['id', 'name', 'scientific_name', 'scientific_name_id'])
    .where('project_id', '=', projectId)
    .execute()
  const sites = await db.selectFrom('site').select(['id', 'name']).where('project_id', '=', projectId).execute()
  const gridOf = await (await shownPlaces(db, projectId, places)).ofSites()
  const shownSites = sites.map(({ id, name }) => ({ id, key: keyOf(gridOf(id) === null ? name : withheldName(id)) }))
  const sitesByName = Map.groupBy(shownSites, ({ key }) => key)
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
    sitesNamed: name => (sitesByName.get(keyOf(name)) ?? []).map(({ id }) => id),
    nameOfLabel: id => names.get(id) ?? ''
  }
}

/** Maps keys to ids. Empty keys, and keys that several ids share, are omitted. */
function unambiguous(entries: readonly [string, string][]): Map<string, string> {
  const groups = Map.groupBy(entries, ([key]) => key)
  return new Map([...groups].flatMap(([key, found]) => (key !== '' && found.length === 1 ? [found[0] as [string, string]] : [])))
}
